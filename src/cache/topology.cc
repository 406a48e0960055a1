// The machine as hwloc, or else the C library, reports it, read once, when the first blocked product needs it.
#include "base/checked.h"
#include "base/keep_errno.h"
#include "base/no_cancellation.h"
#include "cache/machine.h"

#include <hwloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <atomic>

namespace gk {
namespace {

constinit Machine detected = {};
constinit std::atomic<bool> loaded{false};
pthread_once_t once = PTHREAD_ONCE_INIT;

// Workers run one per core, so the private data that compete for a cache are those of the cores under it.
CacheLevel cache_level(hwloc_topology_t topology, hwloc_obj_t cache, bool private_data) {
  if (!cache) return CacheLevel{0, 0, 0, 1};
  const auto &attributes = cache->attr->cache;
  CacheLevel level = {};
  level.bytes = static_cast<int64_t>(attributes.size);
  level.line = static_cast<int32_t>(attributes.linesize);
  level.ways = attributes.associativity;
  if (level.ways < 0 && level.line > 0) level.ways = static_cast<int32_t>(level.bytes / level.line);
  level.shared_by = 1;
  if (private_data) {
    level.shared_by = hwloc_get_nbobjs_inside_cpuset_by_type(topology, cache->cpuset, HWLOC_OBJ_CORE);
  }
  return level;
}

hwloc_obj_t enclosing(hwloc_obj_t object, hwloc_obj_type_t type) {
  while (object && object->type != type) object = object->parent;
  return object;
}

// On hybrid machines the cores differ. Blocking follows the largest L1d: those cores do most of the work.
hwloc_obj_t representative_l1d(hwloc_topology_t topology) {
  hwloc_obj_t best = nullptr;
  for (hwloc_obj_t l1 = nullptr; (l1 = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_L1CACHE, l1)) != nullptr;) {
    if (!best || l1->attr->cache.size > best->attr->cache.size) best = l1;
  }
  return best;
}

// Everything but caches and cores is left out, and the binding of the calling thread is not touched: hwloc
// would otherwise move it from CPU to CPU to ask each one.
bool configure(hwloc_topology_t topology) {
  unsigned long flags = 0;
#if HWLOC_API_VERSION >= 0x00020500
  flags |= HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING;
#endif
  return hwloc_topology_set_flags(topology, flags) == 0 &&
         hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE) == 0 &&
         hwloc_topology_set_cache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL) == 0 &&
         hwloc_topology_set_type_filter(topology, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL) == 0;
}

// Without them hwloc complains to stderr, which is the host's. Kernels before 5.3 have the second name.
bool system_describes_cpus() {
  constexpr const char *kFiles[] = {
      "/sys/devices/system/cpu/cpu0/topology/core_cpus", "/sys/devices/system/cpu/cpu0/topology/thread_siblings",
      "/sys/bus/cpu/devices/cpu0/topology/core_cpus", "/sys/bus/cpu/devices/cpu0/topology/thread_siblings"};
  for (const char *file : kFiles) {
    if (access(file, R_OK) == 0) return true;
  }
  return false;
}

// hwloc ends the process, by an assertion or a null pointer, when it gets no memory. So before it is asked, this takes
// as much as it will need in small blocks, and gives all of them back but the last, which keeps the C library from
// returning the others to the operating system. That leaves other threads as the only ones who could take it away.
class Reserve {
 public:
  Reserve() {
    for (void *&block : blocks_) {
      block = malloc(kBlock);
      if (block == nullptr) complete_ = false;
    }
    for (int i = 0; i + 1 < kBlocks; ++i) free(blocks_[i]);
  }
  ~Reserve() { free(blocks_[kBlocks - 1]); }
  Reserve(const Reserve &) = delete;
  Reserve &operator=(const Reserve &) = delete;
  bool is_complete() const { return complete_; }

 private:
  // Ten times what 64 CPUs take; below the size from which glibc maps each block by itself.
  static constexpr size_t kBlock = 32 << 10;
  static constexpr int kBlocks = 64;
  void *blocks_[kBlocks];
  bool complete_ = true;
};

#ifdef _SC_LEVEL1_DCACHE_SIZE
CacheLevel libc_level(int bytes, int ways, int line) {
  CacheLevel level = {};
  level.bytes = max64(0, sysconf(bytes));
  level.ways = static_cast<int32_t>(sysconf(ways));
  level.line = static_cast<int32_t>(sysconf(line));
  level.shared_by = 1;
  return level;
}

// Where the system says nothing about caches, the C library may have read them out of the CPU: hypervisors hide what
// Linux asks of an AMD processor (Firecracker does) and leave the older registers, with an L3 that is the sum of all
// of the package; its ways are not given then.
void ask_libc(Machine &machine) {
  machine.l1d = libc_level(_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL1_DCACHE_ASSOC, _SC_LEVEL1_DCACHE_LINESIZE);
  machine.l2 = libc_level(_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL2_CACHE_ASSOC, _SC_LEVEL2_CACHE_LINESIZE);
  machine.l3 = libc_level(_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL3_CACHE_ASSOC, _SC_LEVEL3_CACHE_LINESIZE);
  if (machine.l3.ways < 1) machine.l3 = machine.l3.bytes > 0 ? kFallbackMachine.l3 : CacheLevel{};
}
#else
void ask_libc(Machine &) {}
#endif

// What hwloc says, and whether it is about the machine this process runs on.
bool ask_hwloc(Machine &machine) {
  if (!system_describes_cpus()) return true;
  const Reserve reserve;
  if (!reserve.is_complete()) return true;
  // Structures differ between major versions: a library of another one than the headers' cannot be read.
  if ((hwloc_get_api_version() >> 16) != (HWLOC_API_VERSION >> 16)) return true;
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology) != 0) return true;
  bool here = true;
  if (configure(topology) && hwloc_topology_load(topology) == 0) {
    hwloc_obj_t l1 = representative_l1d(topology);
    hwloc_obj_t from = l1 ? l1 : hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, 0);
    machine.l1d = cache_level(topology, l1, false);
    machine.l2 = cache_level(topology, enclosing(from, HWLOC_OBJ_L2CACHE), true);
    machine.l3 = cache_level(topology, enclosing(from, HWLOC_OBJ_L3CACHE), false);
    machine.cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
    here = hwloc_topology_is_thissystem(topology) != 0;
  }
  hwloc_topology_destroy(topology);
  return here;
}

Machine read_topology() {
  Machine machine = {};
  const bool here = ask_hwloc(machine);
  if (here && machine.l1d.bytes == 0 && machine.l2.bytes == 0) ask_libc(machine);
  return machine;
}

void load() {
  KeepErrno keep_errno;
  NoCancellation no_cancellation;
  detected = plausible(read_topology());
  loaded.store(true, std::memory_order_release);
}

}  // namespace

const Machine &machine() {
  // pthread_once costs a call even when done; the flag does not.
  if (!loaded.load(std::memory_order_acquire)) pthread_once(&once, load);
  return detected;
}

bool machine_loaded() { return loaded.load(std::memory_order_acquire); }

}  // namespace gk
