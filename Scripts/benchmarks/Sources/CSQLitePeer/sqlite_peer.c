#include "sqlite_peer.h"
#include "peer.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#ifdef HAS_SQLITE
#include <sqlite3.h>

int sqlite_peer_is_there(void) { return 1; }

struct sqlite_peer {
  sqlite3 *db;
  sqlite3_stmt *put, *range, *clear;
};

static void check(sqlite_peer *p, int ok, const char *what) {
  if (!ok) {
    fprintf(stderr, "sqlite: %s: %s\n", what, sqlite3_errmsg(p->db));
    exit(1);
  }
}

static void run(sqlite_peer *p, const char *sql) {
  check(p, sqlite3_exec(p->db, sql, 0, 0, 0) == SQLITE_OK, sql);
}

sqlite_peer *sqlite_peer_open(const char *directory) {
  sqlite_peer *p = calloc(1, sizeof *p);
  char path[512];
  mkdir(directory, 0700);
  snprintf(path, sizeof path, "%s/kv.sqlite", directory);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  check(p, sqlite3_open_v2(path, &p->db, flags, 0) == SQLITE_OK, "open");
  run(p, "PRAGMA journal_mode=WAL");
  run(p, "PRAGMA synchronous=FULL");
  run(p, "CREATE TABLE IF NOT EXISTS kv(k BLOB PRIMARY KEY, v BLOB) WITHOUT ROWID");
  const char *put = "INSERT INTO kv(k,v) VALUES(?1,?2) ON CONFLICT(k) DO UPDATE SET v=excluded.v";
  check(p, sqlite3_prepare_v3(p->db, put, -1, SQLITE_PREPARE_PERSISTENT, &p->put, 0) == 0, put);
  const char *range = "SELECT k,v FROM kv WHERE k>=?1 AND k<?2";
  check(
      p, sqlite3_prepare_v3(p->db, range, -1, SQLITE_PREPARE_PERSISTENT, &p->range, 0) == 0, range);
  const char *clear = "DELETE FROM kv WHERE k>=?1 AND k<?2";
  check(
      p, sqlite3_prepare_v3(p->db, clear, -1, SQLITE_PREPARE_PERSISTENT, &p->clear, 0) == 0, clear);
  return p;
}

void sqlite_peer_close(sqlite_peer *p) {
  sqlite3_finalize(p->clear);
  sqlite3_finalize(p->put);
  sqlite3_finalize(p->range);
  sqlite3_close(p->db);
  free(p);
}

void sqlite_peer_begin(sqlite_peer *p) { run(p, "BEGIN IMMEDIATE"); }
void sqlite_peer_commit(sqlite_peer *p) { run(p, "COMMIT"); }
void sqlite_peer_checkpoint(sqlite_peer *p) { run(p, "PRAGMA wal_checkpoint(TRUNCATE)"); }

void sqlite_peer_put(sqlite_peer *p, uint64_t n, uint64_t version) {
  unsigned char key[128];
  int length;
  const unsigned char *value = peer_value(n, version, &length);
  sqlite3_bind_blob(p->put, 1, key, peer_key(n, key), SQLITE_STATIC);
  sqlite3_bind_blob(p->put, 2, value, length, SQLITE_STATIC);
  check(p, sqlite3_step(p->put) == SQLITE_DONE, "put");
  sqlite3_reset(p->put);
}

static volatile uint64_t sink;

static void bind_scene(sqlite3_stmt *statement, uint64_t scene) {
  unsigned char low[8], high[8];
  int length = peer_scene_prefix(scene, low);
  peer_scene_prefix(scene + 1, high);
  sqlite3_bind_blob(statement, 1, low, length, SQLITE_TRANSIENT);
  sqlite3_bind_blob(statement, 2, high, length, SQLITE_TRANSIENT);
}

void sqlite_peer_destroy(sqlite_peer *p, uint64_t scene) {
  bind_scene(p->clear, scene);
  check(p, sqlite3_step(p->clear) == SQLITE_DONE, "delete");
  sqlite3_reset(p->clear);
}

int sqlite_peer_list(sqlite_peer *p, uint64_t scene) {
  int count = 0;
  bind_scene(p->range, scene);
  while (sqlite3_step(p->range) == SQLITE_ROW) {
    sink += *(const unsigned char *)sqlite3_column_blob(p->range, 1);
    count++;
  }
  sqlite3_reset(p->range);
  return count;
}
#else
int sqlite_peer_is_there(void) { return 0; }
sqlite_peer *sqlite_peer_open(const char *directory) { return 0; }
void sqlite_peer_close(sqlite_peer *p) {}
void sqlite_peer_begin(sqlite_peer *p) {}
void sqlite_peer_put(sqlite_peer *p, uint64_t n, uint64_t version) {}
void sqlite_peer_commit(sqlite_peer *p) {}
void sqlite_peer_checkpoint(sqlite_peer *p) {}
int sqlite_peer_list(sqlite_peer *p, uint64_t scene) { return 0; }
void sqlite_peer_destroy(sqlite_peer *p, uint64_t scene) {}
#endif
