// A bare loop of libcurl over etcd's gateway: what a carrier is compared with.
// Build: cc -O2 poster.c -lcurl -lpthread
//   poster URL FILE SECONDS CONNECTIONS   posts the bodies of FILE, a line each; prints posts/s
#define _GNU_SOURCE
#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *bodies[4096];
static int bodyCount;
static const char *url;
static double limit;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static size_t look(char *data, size_t size, size_t count, void *found) {
  // An answer that did nothing would be cheaper: it does not count.
  if (memmem(data, size * count, "\"succeeded\":true", 16)) *(int *)found = 1;
  if (memmem(data, size * count, "\"TTL\"", 5)) *(int *)found = 1;
  return size * count;
}

static void *post(void *argument) {
  long *done = argument, number = *done;
  *done = 0;
  CURL *curl = curl_easy_init();
  struct curl_slist *headers = curl_slist_append(NULL, "Expect:");
  int isGood = 0;
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, look);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &isGood);
  for (double end = now() + limit; now() < end; number++, ++*done) {
    char *body = bodies[number % bodyCount];
    isGood = 0;
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)strlen(body));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    CURLcode code = curl_easy_perform(curl);
    if (code != CURLE_OK || !isGood) {
      fprintf(stderr, "poster: %s\n", code ? curl_easy_strerror(code) : "the cluster refused");
      exit(1);
    }
  }
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 5) return 64;
  url = arguments[1];
  limit = atof(arguments[3]);
  int connections = atoi(arguments[4]);
  FILE *file = fopen(arguments[2], "r");
  if (!file) return 66;
  for (; bodyCount < 4096; bodyCount++) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length = getline(&line, &room, file);
    if (length < 0) break;
    line[strcspn(line, "\n")] = 0;
    bodies[bodyCount] = line;
  }
  pthread_t threads[64];
  long done[64], sum = 0;
  double begin = now();
  for (int i = 0; i < connections; i++) {
    done[i] = i;
    pthread_create(&threads[i], NULL, post, &done[i]);
  }
  for (int i = 0; i < connections; i++) {
    pthread_join(threads[i], NULL);
    sum += done[i];
  }
  printf("%f\n", sum / (now() - begin));
}
