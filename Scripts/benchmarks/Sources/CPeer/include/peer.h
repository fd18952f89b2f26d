// The peers' side of the benchmarks: LMDB used from C, with the product's flags, keys and sizes.
#pragma once
#include <stddef.h>
#include <stdint.h>

double peer_now(void);       // monotonic nanoseconds
void peer_barrier(void);     // keeps the optimiser from moving loads and stores across
void peer_start_thread(void);  // from here on the C library takes the process for threaded

// Flushes of this process: fsync, fdatasync and msync, counted, each made slower on request.
long peer_flushes(void);
void peer_flush_delay(long microseconds);
double peer_read_file(const char *path);  // nanoseconds of looking at every byte
void peer_forget(const char *path);  // takes a file's pages out of the page cache

// Time and exit code of a whole process whose output nobody reads.
double peer_spawn(char *const arguments[], int *code);

// Scenes of 32 keys whose names and sizes are those of a mix. Key and value number n, version v.
void peer_set_mix(int tabs, uint64_t seed);
void peer_set_slot(int slot, const char *name, int length);
uint64_t peer_scatter(uint64_t number);  // the same random-looking number for the same number
int peer_key(uint64_t n, unsigned char *out);
const unsigned char *peer_value(uint64_t n, uint64_t version, int *length);
int peer_scene_prefix(uint64_t scene, unsigned char *out);
void peer_small_values(int small);  // no value has more than 24 bytes

typedef struct peer peer;
peer *peer_open(const char *directory);
void peer_close(peer *p);
void peer_begin(peer *p);
void peer_put(peer *p, uint64_t n, uint64_t version);
void peer_commit(peer *p);
void peer_sync(peer *p);
int peer_list(peer *p, uint64_t scene);
int peer_read_scene(peer *p, uint64_t scene);
int peer_destroy(peer *p, uint64_t scene);
