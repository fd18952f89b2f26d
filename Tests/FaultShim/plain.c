#include "FaultShim.h"

#include <lmdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// LMDB as it is without this package: what the rules of the package are for.

static int open_plainly(const char *folder, MDB_env **environment) {
  int code = mdb_env_create(environment);
  if (code) return code;
  mdb_env_set_mapsize(*environment, 1 << 24);
  return mdb_env_open(*environment, folder, MDB_NOTLS, 0600);
}

static int put(MDB_txn *transaction, MDB_dbi database, const char *key) {
  MDB_val name = {strlen(key), (void *)key};
  return mdb_put(transaction, database, &name, &name, 0);
}

int shim_commit_beside_second_opening(const char *folder) {
  MDB_env *first, *second;
  int code = open_plainly(folder, &first);
  if (!code) code = open_plainly(folder, &second);
  if (code) return code;
  MDB_txn *transaction;
  MDB_dbi database;
  code = mdb_txn_begin(first, NULL, 0, &transaction);
  if (!code) code = mdb_dbi_open(transaction, NULL, 0, &database);
  if (!code) code = put(transaction, database, "first");
  mdb_env_close(second);
  char byte = '\n';
  if (write(1, "inside\n", 7) != 7 || read(0, &byte, 1) != 1) return -1;
  if (!code) code = mdb_txn_commit(transaction);
  mdb_env_close(first);
  return code;
}

int shim_commit_plainly(const char *folder, const char *key) {
  MDB_env *environment;
  int code = open_plainly(folder, &environment);
  MDB_txn *transaction;
  MDB_dbi database;
  if (!code) code = mdb_txn_begin(environment, NULL, 0, &transaction);
  if (!code) code = mdb_dbi_open(transaction, NULL, 0, &database);
  if (!code) code = put(transaction, database, key);
  if (!code) code = mdb_txn_commit(transaction);
  mdb_env_close(environment);
  return code;
}

bool shim_has_plainly(const char *folder, const char *key) {
  MDB_env *environment;
  if (open_plainly(folder, &environment)) return false;
  MDB_txn *transaction;
  MDB_dbi database;
  MDB_val name = {strlen(key), (void *)key}, value;
  bool has = mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction) == 0
      && mdb_dbi_open(transaction, NULL, 0, &database) == 0
      && mdb_get(transaction, database, &name, &value) == 0;
  mdb_env_close(environment);
  return has;
}
