#pragma once

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#else
#error "curl/curl.h not found: install the libcurl headers (Debian/Ubuntu: apt-get install libcurl4-openssl-dev; Fedora: dnf install libcurl-devel) and build again, or build without the trait Roaming"
#endif

// curl_easy_setopt and curl_easy_getinfo take any number of arguments, which Swift cannot call.
typedef size_t (*scene_curl_write)(char *, size_t, size_t, void *);

static inline CURLcode scene_curl_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}

static inline CURLcode scene_curl_number(CURL *handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}

static inline CURLcode scene_curl_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(handle, option, list);
}

static inline CURLcode scene_curl_body(CURL *handle, const char *bytes, long count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, count);
  return code ? code : curl_easy_setopt(handle, CURLOPT_POSTFIELDS, bytes);
}

static inline CURLcode scene_curl_answer(CURL *handle, scene_curl_write write, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
  return code ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLcode scene_curl_status(CURL *handle, long *status) {
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
