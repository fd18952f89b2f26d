// `scenesim store ls STORE SCENE/` in C: finds a scene by its identifier and prints the place, the
// type, the size and the beginning of each of its values. Build: cc -O2 lister.c -llmdb
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int code, const char *what) {
  if (!code) return;
  fprintf(stderr, "lister: %s: %s\n", what, mdb_strerror(code));
  exit(1);
}

static unsigned long number(const unsigned char *bytes, int count) {
  unsigned long result = 0;
  while (count--) result = result << 8 | *bytes++;
  return result;
}

static void printText(const unsigned char *key, size_t from, size_t size) {
  for (size_t i = from; i < size; i++) {
    if (key[i] == 0 && i + 1 < size && key[i + 1] == 1) {
      i++;
      if (i + 1 < size) putchar('/');
    } else if (key[i] > 3) {
      putchar(key[i]);
    }
  }
}

static void printValue(const unsigned char *value, size_t size) {
  switch (value[2]) {
    case 1: fputs(size > 32 && value[32] ? "true" : "false", stdout); break;
    case 2: printf("%ld", (long)number(value + 32, 8)); break;
    case 5: printf("\"%.*s\"", (int)(size - 32 > 40 ? 40 : size - 32), value + 32); break;
    default: printf("%zu bytes", size - 32);
  }
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  MDB_env *env;
  MDB_txn *txn;
  MDB_dbi info, values;
  MDB_cursor *cursor;
  check(mdb_env_create(&env), "create");
  check(mdb_env_set_maxdbs(env, 8), "databases");
  check(mdb_env_open(env, arguments[1], MDB_RDONLY | MDB_NOTLS | MDB_NORDAHEAD, 0600), "open");
  check(mdb_txn_begin(env, 0, MDB_RDONLY, &txn), "begin");
  check(mdb_dbi_open(txn, "info", 0, &info), "info");
  check(mdb_dbi_open(txn, "values", 0, &values), "values");
  char name[300];
  MDB_val key = {(size_t)snprintf(name, sizeof name, "session/%s", arguments[2]), name}, value;
  check(mdb_get(txn, info, &key, &value), "session");
  unsigned char prefix[4];
  memcpy(prefix, value.mv_data, 4);
  check(mdb_cursor_open(txn, values, &cursor), "cursor");
  key = (MDB_val){4, prefix};
  int found = 0, code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
  while (!code && !memcmp(key.mv_data, prefix, 4)) {
    const unsigned char *bytes = value.mv_data;
    printf("%s/", arguments[2]);
    printText(key.mv_data, 4, key.mv_size);
    char type[32];
    MDB_val typeKey = {(size_t)sprintf(type, "type/%08lx", number(bytes + 20, 4)), type}, typeName;
    if (!mdb_get(txn, info, &typeKey, &typeName))
      printf("  %.*s", (int)typeName.mv_size, (char *)typeName.mv_data);
    printf("  %lu  ", number(bytes + 24, 4));
    printValue(bytes, value.mv_size);
    putchar('\n');
    found++;
    code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
  }
  printf("%d values\n", found);
  mdb_cursor_close(cursor);
  mdb_txn_abort(txn);
  mdb_env_close(env);
  return 0;
}
