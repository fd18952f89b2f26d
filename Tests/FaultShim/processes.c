#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

shim_child shim_spawn(const char *program, const char *arguments) {
  shim_child child = {0, -1, -1};
  char *text = strdup(arguments);
  char *parts[64] = {(char *)program};
  int count = 1;
  char *rest = text;
  for (char *part; count < 63 && (part = strsep(&rest, "\037"));) parts[count++] = part;
  int input[2], output[2];
  if (pipe2(input, O_CLOEXEC) != 0) return child;
  if (pipe2(output, O_CLOEXEC) != 0) return child;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], 0);
  posix_spawn_file_actions_adddup2(&actions, output[1], 1);
  int code = posix_spawn(&child.pid, program, &actions, NULL, parts, environ);
  posix_spawn_file_actions_destroy(&actions);
  free(text);
  close(input[0]);
  close(output[1]);
  if (code != 0) {
    close(input[1]);
    close(output[0]);
    return (shim_child){0, -1, -1};
  }
  child.input = input[1];
  child.output = output[0];
  return child;
}

int shim_fork(void) { return fork(); }

bool shim_await_input(int descriptor, int milliseconds) {
  struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
  int code;
  do code = poll(&wanted, 1, milliseconds);
  while (code < 0 && errno == EINTR);
  return code > 0;
}

int shim_wait(int pid, int milliseconds) {
  int handle = (int)syscall(SYS_pidfd_open, pid, 0);
  bool is_over = handle < 0 || shim_await_input(handle, milliseconds);
  if (handle >= 0) close(handle);
  if (!is_over) return -1;
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

bool shim_limit(int resource, int64_t bytes) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return false;
  limit.rlim_cur = bytes < 0 ? limit.rlim_max : (rlim_t)bytes;
  return setrlimit(resource, &limit) == 0;
}

int shim_limit_of_files(void) { return RLIMIT_FSIZE; }
int shim_limit_of_addresses(void) { return RLIMIT_AS; }
int shim_limit_of_descriptors(void) { return RLIMIT_NOFILE; }

void shim_begin(void) {
  setlinebuf(stdout);
  setenv("SWIFT_BACKTRACE", "enable=no", 1);
  signal(SIGPIPE, SIG_IGN);
}

void shim_end_with_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  shim_limit(RLIMIT_CORE, 0);
}

bool shim_mount_memory(const char *folder, int64_t bytes) {
  char options[64];
  snprintf(options, sizeof options, "size=%lld,mode=0700", (long long)bytes);
  return mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

void shim_unmount(const char *folder) { umount2(folder, MNT_DETACH); }
