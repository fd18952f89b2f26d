#define _GNU_SOURCE
#include "peer.h"
#include <fcntl.h>
#include <lmdb.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SLOTS 8
#define PER_SCENE 32
#define HEADER 32
#define LARGEST (32 << 10)
#define VARIANTS 2048

// One of the mixes of values; Swift says which before anything else is asked for.
static struct {
  int tabs, lengths[SLOTS], isSmall;
  char names[SLOTS][64];
  uint64_t seed;
} mix;
static unsigned char blob[LARGEST + VARIANTS];

double peer_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void peer_barrier(void) { __asm__ volatile("" ::: "memory"); }

void peer_forget(const char *path) {
  int file = open(path, O_RDONLY);
  if (file < 0) return;
  fdatasync(file);
  posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  close(file);
}

double peer_read_file(const char *path) {
  static volatile uint64_t sum;
  double start = peer_now();
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status)) return 0;
  size_t size = (size_t)status.st_size;
  const uint64_t *words = mmap(0, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (words == MAP_FAILED) return 0;
  uint64_t total = 0;
  for (size_t i = 0; i < size / 8; i++) total += words[i];
  sum = total;
  munmap((void *)words, size);
  close(file);
  return peer_now() - start;
}

static void *nothing(void *argument) { return argument; }
void peer_start_thread(void) {
  pthread_t t;
  if (!pthread_create(&t, 0, nothing, 0)) pthread_join(t, 0);
}

uint64_t peer_scatter(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

void peer_set_mix(int tabs, uint64_t seed) {
  mix.tabs = tabs;
  mix.seed = seed;
  for (size_t i = 0; i < sizeof blob; i++)
    blob[i] = (unsigned char)(peer_scatter(i * 77 + 5 + seed) | 1);
}

void peer_set_slot(int slot, const char *name, int length) {
  mix.lengths[slot] = length <= LARGEST ? length : LARGEST;
  snprintf(mix.names[slot], sizeof mix.names[slot], "%s", name);
}

void peer_small_values(int small) { mix.isSmall = small; }

int peer_scene_prefix(uint64_t scene, unsigned char *out) {
  for (int i = 0; i < 4; i++) out[i] = (unsigned char)((scene + 1) >> (24 - 8 * i));
  return 4;
}

// The product's own bytes: 2, tab, 00 01, 1, key, 00 01.
int peer_key(uint64_t n, unsigned char *out) {
  int slot = (int)(n % PER_SCENE), length = peer_scene_prefix(n / PER_SCENE, out);
  int inTab = PER_SCENE / mix.tabs, repeat = slot % inTab / SLOTS;
  length += sprintf((char *)out + length, "%ctab%d", 2, slot / inTab) + 1;
  out[length++] = 1;
  length += sprintf((char *)out + length, "%c%s", 1, mix.names[slot % SLOTS]);
  if (repeat) length += sprintf((char *)out + length, "%d", repeat);
  out[length++] = 0;
  out[length++] = 1;
  return length;
}

const unsigned char *peer_value(uint64_t n, uint64_t version, int *length) {
  int size = mix.lengths[n % SLOTS];
  *length = (mix.isSmall && size > 24 ? 24 : size) + HEADER;
  return blob + (peer_scatter(n * 31 + version + mix.seed) & (VARIANTS - HEADER - 1));
}

double peer_spawn(char *const arguments[], int *code) {
  extern char **environ;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t process;
  int status = 0;
  double start = peer_now();
  *code = -1;
  if (!posix_spawn(&process, arguments[0], &actions, 0, arguments, environ)) {
    while (waitpid(process, &status, 0) < 0) {}
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  double time = peer_now() - start;
  posix_spawn_file_actions_destroy(&actions);
  return time;
}

struct peer {
  MDB_env *env;
  MDB_dbi dbi;
  MDB_txn *txn, *reader;
};

static void check(int code, const char *what) {
  if (code) {
    fprintf(stderr, "peer: %s: %s\n", what, mdb_strerror(code));
    exit(1);
  }
}

peer *peer_open(const char *directory) {
  peer *p = calloc(1, sizeof *p);
  mkdir(directory, 0700);
  check(mdb_env_create(&p->env), "create");
  check(mdb_env_set_mapsize(p->env, 1ull << 30), "map size");
  check(mdb_env_open(p->env, directory, MDB_NOTLS | MDB_NORDAHEAD | MDB_NOMETASYNC, 0600), "open");
  MDB_txn *t;
  check(mdb_txn_begin(p->env, 0, 0, &t), "begin");
  check(mdb_dbi_open(t, 0, 0, &p->dbi), "database");
  check(mdb_txn_commit(t), "commit");
  return p;
}

void peer_close(peer *p) {
  if (p->reader) mdb_txn_abort(p->reader);
  mdb_env_close(p->env);
  free(p);
}

void peer_begin(peer *p) { check(mdb_txn_begin(p->env, 0, 0, &p->txn), "begin"); }
void peer_commit(peer *p) { check(mdb_txn_commit(p->txn), "commit"); }
void peer_sync(peer *p) { check(mdb_env_sync(p->env, 1), "sync"); }

void peer_put(peer *p, uint64_t n, uint64_t version) {
  unsigned char key[128];
  int length;
  const unsigned char *value = peer_value(n, version, &length);
  MDB_val k = {(size_t)peer_key(n, key), key}, v = {(size_t)length, (void *)value};
  check(mdb_put(p->txn, p->dbi, &k, &v, 0), "put");
}

static volatile uint64_t sink;

static int scan(peer *p, uint64_t scene, unsigned char *copy) {
  if (p->reader)
    check(mdb_txn_renew(p->reader), "renew");
  else
    check(mdb_txn_begin(p->env, 0, MDB_RDONLY, &p->reader), "begin");
  MDB_cursor *c;
  check(mdb_cursor_open(p->reader, p->dbi, &c), "cursor");
  unsigned char prefix[8];
  int length = peer_scene_prefix(scene, prefix), count = 0;
  MDB_val k = {(size_t)length, prefix}, v;
  int code = mdb_cursor_get(c, &k, &v, MDB_SET_RANGE);
  while (!code && k.mv_size >= (size_t)length && !memcmp(k.mv_data, prefix, (size_t)length)) {
    if (copy) memcpy(copy, v.mv_data, v.mv_size);
    sink += *(unsigned char *)v.mv_data;
    count++;
    code = mdb_cursor_get(c, &k, &v, MDB_NEXT);
  }
  mdb_cursor_close(c);
  mdb_txn_reset(p->reader);
  return count;
}

int peer_list(peer *p, uint64_t scene) { return scan(p, scene, 0); }

int peer_read_scene(peer *p, uint64_t scene) {
  static unsigned char copy[LARGEST + HEADER];
  return scan(p, scene, copy);
}

int peer_destroy(peer *p, uint64_t scene) {
  unsigned char prefix[8];
  int length = peer_scene_prefix(scene, prefix), count = 0;
  MDB_cursor *c;
  check(mdb_cursor_open(p->txn, p->dbi, &c), "cursor");
  MDB_val k = {(size_t)length, prefix}, v;
  int code = mdb_cursor_get(c, &k, &v, MDB_SET_RANGE);
  while (!code && k.mv_size >= (size_t)length && !memcmp(k.mv_data, prefix, (size_t)length)) {
    check(mdb_cursor_del(c, 0), "delete");
    count++;
    code = mdb_cursor_get(c, &k, &v, MDB_GET_CURRENT);
    if (code) code = mdb_cursor_get(c, &k, &v, MDB_NEXT);
  }
  mdb_cursor_close(c);
  return count;
}
