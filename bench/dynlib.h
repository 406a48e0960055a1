// Loading libraries at run time. Everything is loaded RTLD_LOCAL: the peers all define the same BLAS names.
#pragma once

#include <dlfcn.h>
#include <link.h>

#include <stdexcept>
#include <string>

namespace gk::bench {

class DynLib {
 public:
  DynLib() = default;
  // Never closed: pools of worker threads live in these libraries until the process ends.
  explicit DynLib(const std::string &path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)), path_(path) {
    if (!handle_) {
      const char *error = dlerror();
      throw std::runtime_error(error ? error : "cannot load " + path);
    }
    // Where the loader found it.
    link_map *map = nullptr;
    if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 && map->l_name[0] == '/') path_ = map->l_name;
  }

  template <class F>
  F *find(const char *name) const {
    return reinterpret_cast<F *>(dlsym(handle_, name));
  }
  template <class F>
  F *get(const char *name) const {
    if (F *f = find<F>(name)) return f;
    throw std::runtime_error(path_ + " has no " + name);
  }
  const std::string &path() const { return path_; }

 private:
  void *handle_ = nullptr;
  std::string path_;
};

}  // namespace gk::bench
