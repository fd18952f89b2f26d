#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <linux/loop.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// A block device that writes a log of what it is told, in the order in which it is told: a file of
// a file system of our own (FUSE), made a device by the loop driver. A flush of the device arrives
// as an fsync of the file. Nothing else is needed of the system than root and /dev/fuse.

enum { most_bytes = 128 << 10, disk_node = 2 };

static struct {
  int device, image, log;
  uint64_t size;
} server;

bool shim_own_mounts(void) {
  return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

static void log_record(uint32_t kind, uint64_t offset, const void *bytes, uint32_t size) {
  shim_block_record record = {kind, size, offset};
  struct iovec parts[2] = {{&record, sizeof record}, {(void *)bytes, size}};
  if (writev(server.log, parts, 2) != (ssize_t)(sizeof record + size)) _exit(74);
}

static void answer(uint64_t unique, int error, const void *bytes, size_t size) {
  struct fuse_out_header head = {(uint32_t)(sizeof head + size), -error, unique};
  struct iovec parts[2] = {{&head, sizeof head}, {(void *)bytes, size}};
  // A request that was taken back is no failure.
  (void)!writev(server.device, parts, 2);
}

static struct fuse_attr attributes(uint64_t node) {
  bool is_disk = node == disk_node;
  return (struct fuse_attr){
      .ino = node, .size = is_disk ? server.size : 0, .blocks = is_disk ? server.size / 512 : 0,
      .mode = is_disk ? S_IFREG | 0600 : S_IFDIR | 0700, .nlink = 1, .blksize = 4096};
}

static void answer_lookup(uint64_t unique, const char *name) {
  if (strcmp(name, "disk") != 0) return answer(unique, ENOENT, NULL, 0);
  struct fuse_entry_out entry = {
      .nodeid = disk_node, .attr_valid = 3600, .entry_valid = 3600,
      .attr = attributes(disk_node)};
  answer(unique, 0, &entry, sizeof entry);
}

static void answer_read(uint64_t unique, const struct fuse_read_in *wanted) {
  static char bytes[1 << 20];
  size_t count = wanted->size < sizeof bytes ? wanted->size : sizeof bytes;
  ssize_t found = pread(server.image, bytes, count, (off_t)wanted->offset);
  if (found < 0) return answer(unique, EIO, NULL, 0);
  answer(unique, 0, bytes, (size_t)found);
}

static void answer_write(uint64_t unique, const struct fuse_write_in *wanted) {
  const void *bytes = wanted + 1;
  if (pwrite(server.image, bytes, wanted->size, (off_t)wanted->offset) != (ssize_t)wanted->size)
    return answer(unique, EIO, NULL, 0);
  log_record(shim_block_write, wanted->offset, bytes, wanted->size);
  answer(unique, 0, &(struct fuse_write_out){.size = wanted->size}, sizeof(struct fuse_write_out));
}

static void answer_request(const struct fuse_in_header *head) {
  const void *body = head + 1;
  switch (head->opcode) {
    case FUSE_INIT: {
      const struct fuse_init_in *wanted = body;
      struct fuse_init_out start = {
          .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION,
          .max_readahead = wanted->max_readahead, .flags = FUSE_BIG_WRITES,
          .max_background = 16, .congestion_threshold = 12, .max_write = most_bytes,
          .time_gran = 1};
      return answer(head->unique, 0, &start, sizeof start);
    }
    case FUSE_LOOKUP: return answer_lookup(head->unique, body);
    case FUSE_GETATTR: case FUSE_SETATTR: {
      struct fuse_attr_out out = {.attr_valid = 3600, .attr = attributes(head->nodeid)};
      return answer(head->unique, 0, &out, sizeof out);
    }
    case FUSE_OPEN: {
      struct fuse_open_out out = {.fh = 1, .open_flags = FOPEN_KEEP_CACHE};
      return answer(head->unique, 0, &out, sizeof out);
    }
    case FUSE_READ: return answer_read(head->unique, body);
    case FUSE_WRITE: return answer_write(head->unique, body);
    case FUSE_FSYNC:
      log_record(shim_block_flush, 0, NULL, 0);
      return answer(head->unique, 0, NULL, 0);
    case FUSE_STATFS: {
      struct fuse_statfs_out out = {.st = {.bsize = 4096, .namelen = 255, .frsize = 4096}};
      return answer(head->unique, 0, &out, sizeof out);
    }
    case FUSE_FLUSH: case FUSE_RELEASE: case FUSE_ACCESS:
      return answer(head->unique, 0, NULL, 0);
    case FUSE_FORGET: case FUSE_BATCH_FORGET: case FUSE_INTERRUPT: return;
    default: return answer(head->unique, ENOSYS, NULL, 0);
  }
}

/// Answers until the file system is taken away.
static void serve(void) {
  size_t size = most_bytes + 65536;
  char *request = malloc(size);
  while (request) {
    ssize_t count = read(server.device, request, size);
    if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == ENOENT)) continue;
    if (count < (ssize_t)sizeof(struct fuse_in_header)) break;
    answer_request((const struct fuse_in_header *)request);
  }
  _exit(0);
}

bool shim_serve_disk(const char *folder, const char *image, const char *log) {
  struct stat status;
  server.device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  server.image = open(image, O_RDWR | O_CLOEXEC);
  server.log = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  if (server.device < 0 || server.image < 0 || server.log < 0) return false;
  if (fstat(server.image, &status) != 0) return false;
  server.size = (uint64_t)status.st_size;
  char options[128];
  snprintf(
      options, sizeof options, "fd=%d,rootmode=40700,user_id=0,group_id=0", server.device);
  if (mount("scene-storage", folder, "fuse", MS_NOSUID | MS_NODEV, options) != 0) return false;
  // The file of a loop device is written by the kernel, which must not wait for who waits for it.
  int pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    serve();
  }
  close(server.device);
  close(server.image);
  close(server.log);
  return pid > 0;
}

bool shim_mount_file(const char *file, const char *folder, const char *type, const char *options) {
  int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
  int backing = open(file, O_RDWR | O_CLOEXEC);
  bool is_mounted = false;
  // Another process may take the same free device first.
  for (int attempt = 0; attempt < 50 && control >= 0 && backing >= 0; attempt++) {
    int number = ioctl(control, LOOP_CTL_GET_FREE);
    if (number < 0) break;
    char path[64];
    snprintf(path, sizeof path, "/dev/loop%d", number);
    int device = open(path, O_RDWR | O_CLOEXEC);
    if (device < 0) break;
    struct loop_config config = {
        .fd = (uint32_t)backing, .info = {.lo_flags = LO_FLAGS_AUTOCLEAR}};
    bool is_ours = ioctl(device, LOOP_CONFIGURE, &config) == 0;
    int error = errno;
    if (is_ours) {
      is_mounted = mount(path, folder, type, MS_NOSUID | MS_NODEV, options) == 0;
      error = errno;
    }
    close(device);
    errno = error;
    if (is_ours || error != EBUSY) break;
    usleep(1000);
  }
  int error = errno;
  if (control >= 0) close(control);
  if (backing >= 0) close(backing);
  errno = error;
  return is_mounted;
}

bool shim_take_away(const char *folder) { return umount2(folder, 0) == 0; }

void shim_write_everything(const char *folder) {
  int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  syncfs(descriptor);
  close(descriptor);
}

bool shim_copy_holes(const char *from, const char *to) {
  static const char zeros[4096];
  int source = open(from, O_RDONLY | O_CLOEXEC);
  int target = open(to, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  struct stat status;
  bool is_whole = source >= 0 && target >= 0 && fstat(source, &status) == 0
      && ftruncate(target, status.st_size) == 0;
  char bytes[4096];
  off_t place = is_whole ? lseek(source, 0, SEEK_DATA) : -1;
  while (is_whole && place >= 0 && place < status.st_size) {
    off_t end = lseek(source, place, SEEK_HOLE);
    for (; place < end && is_whole; place += sizeof bytes) {
      ssize_t count = pread(source, bytes, sizeof bytes, place);
      if (count <= 0) is_whole = false;
      else if (memcmp(bytes, zeros, (size_t)count) != 0)
        is_whole = pwrite(target, bytes, (size_t)count, place) == count;
    }
    place = lseek(source, place, SEEK_DATA);
  }
  if (source >= 0) close(source);
  if (target >= 0) close(target);
  return is_whole;
}
