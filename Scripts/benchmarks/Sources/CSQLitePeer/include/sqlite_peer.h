// SQLite under workload W: WAL, synchronous FULL. Where it is not installed, open gives null.
#pragma once
#include <stdint.h>

typedef struct sqlite_peer sqlite_peer;
int sqlite_peer_is_there(void);
sqlite_peer *sqlite_peer_open(const char *directory);
void sqlite_peer_close(sqlite_peer *p);
void sqlite_peer_begin(sqlite_peer *p);
void sqlite_peer_put(sqlite_peer *p, uint64_t n, uint64_t version);
void sqlite_peer_commit(sqlite_peer *p);
// Moves what stands in the log into the file, which then has all there is.
void sqlite_peer_checkpoint(sqlite_peer *p);
int sqlite_peer_list(sqlite_peer *p, uint64_t scene);
void sqlite_peer_destroy(sqlite_peer *p, uint64_t scene);
