// The cgroup CPU quota: what `docker run --cpus` or a Kubernetes limit sets. Affinity masks do not show it, and
// spinning worker threads beyond it only get the whole process throttled.
#include "base/checked.h"
#include "base/env.h"
#include "base/keep_errno.h"
#include "base/no_cancellation.h"
#include "parallel/policy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

namespace gk {
namespace {

constexpr size_t kPathBytes = 1024;

// The first bytes of a small file as text; false when it cannot be read or is empty.
bool read_text(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  size_t used = 0;
  while (used + 1 < size) {
    ssize_t got = read(file, text + used, size - 1 - used);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    used += static_cast<size_t>(got);
  }
  close(file);
  text[used] = '\0';
  return used > 0;
}

// CPUs of quota/period, rounded up; 0 for nonsense.
int64_t cpus(const char *quota, const char *period) {
  uint64_t q, p;
  if (!parse_decimal(quota, &q) || !parse_decimal(period, &p) || q == 0 || p == 0) return 0;
  uint64_t whole = q / p + (q % p != 0);
  return whole > static_cast<uint64_t>(INT64_MAX) ? 0 : static_cast<int64_t>(whole);
}

// v2: cpu.max holds "max 100000" or "150000 100000".
int64_t quota_v2(const char *directory) {
  char path[kPathBytes + 32], text[128];
  snprintf(path, sizeof path, "%s/cpu.max", directory);
  if (!read_text(path, text, sizeof text)) return 0;
  char *period = strchr(text, ' ');
  if (!period) return 0;
  *period++ = '\0';
  return cpus(text, period);  // "max" is no number: no limit
}

// v1: two files; a quota of -1 means no limit.
int64_t quota_v1(const char *directory) {
  char path[kPathBytes + 32], quota[64], period[64];
  snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", directory);
  if (!read_text(path, quota, sizeof quota)) return 0;
  snprintf(path, sizeof path, "%s/cpu.cfs_period_us", directory);
  if (!read_text(path, period, sizeof period)) return 0;
  return cpus(quota, period);
}

int64_t tighter(int64_t a, int64_t b) { return a == 0 ? b : b == 0 ? a : min64(a, b); }

// The tightest limit from mount/group up to mount itself: each ancestor's quota binds its descendants.
// Inside a container the group is often named as the host sees it, while the mount shows the container's
// own group at its top: directories that do not exist are passed over, and the walk ends at that top.
int64_t walk_up(const char *mount, const char *group, int64_t (*quota)(const char *directory)) {
  char directory[kPathBytes];
  size_t top = strlen(mount);
  // ".." in a group name means that it lies outside of what is mounted here.
  bool outside = strstr(group, "/..") != nullptr;
  int length = snprintf(directory, sizeof directory, "%s%s", mount, outside ? "" : group);
  if (length < 0 || static_cast<size_t>(length) >= sizeof directory) return 0;
  int64_t result = 0;
  for (;;) {
    result = tighter(result, quota(directory));
    char *slash = strrchr(directory, '/');
    if (!slash || static_cast<size_t>(slash - directory) < top) return result;
    *slash = '\0';
  }
}

// Whether a comma-separated list of controllers contains "cpu".
bool has_cpu(const char *controllers) {
  for (const char *at = controllers; (at = strstr(at, "cpu")) != nullptr; at += 3) {
    bool begins = at == controllers || at[-1] == ',';
    bool ends = at[3] == '\0' || at[3] == ',';
    if (begins && ends) return true;
  }
  return false;
}

// One line of /proc/self/cgroup: "0::/group" (v2) or "4:cpu,cpuacct:/group" (v1). Group names may hold colons.
int64_t quota_of_line(const char *root, char *line) {
  char *controllers = strchr(line, ':');
  if (!controllers) return 0;
  *controllers++ = '\0';
  char *group = strchr(controllers, ':');
  if (!group) return 0;
  *group++ = '\0';

  char mount[kPathBytes];
  if (*controllers == '\0') {
    int64_t unified = walk_up(root, group, quota_v2);
    snprintf(mount, sizeof mount, "%s/unified", root);  // where systemd's hybrid layout has it
    return tighter(unified, walk_up(mount, group, quota_v2));
  }
  if (!has_cpu(controllers)) return 0;
  // The hierarchy is mounted under its list of controllers, usually with "cpu" as a link to it.
  snprintf(mount, sizeof mount, "%s/cpu", root);
  int64_t by_link = walk_up(mount, group, quota_v1);
  snprintf(mount, sizeof mount, "%s/%s", root, controllers);
  return tighter(by_link, walk_up(mount, group, quota_v1));
}

}  // namespace

int64_t cgroup_cpu_quota(const char *root, const char *self) {
  KeepErrno keep_errno;
  NoCancellation no_cancellation;
  char text[4096];
  int64_t result = 0;
  if (read_text(self, text, sizeof text)) {
    for (char *line = text; line && *line;) {
      char *next = strchr(line, '\n');
      if (next) *next++ = '\0';
      result = tighter(result, quota_of_line(root, line));
      line = next;
    }
  }
  return result;
}

}  // namespace gk
