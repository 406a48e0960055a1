// src/parallel/quota: the cgroup CPU quota, read from made-up trees.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "parallel/policy.h"

namespace fs = std::filesystem;

namespace {

// A directory that stands for /sys/fs/cgroup, and a file that stands for /proc/self/cgroup.
class Tree {
 public:
  Tree() {
    std::string pattern = (fs::temp_directory_path() / "gemmkit-cgroup-XXXXXX").string();
    if (!mkdtemp(pattern.data())) abort();
    base_ = pattern;
    fs::create_directories(base_ / "root");
    self("");
  }
  ~Tree() {
    std::error_code ignored;
    fs::remove_all(base_, ignored);
  }
  Tree &self(const std::string &text) {
    std::ofstream(base_ / "self") << text;
    return *this;
  }
  Tree &file(const std::string &path, const std::string &text) {
    const fs::path full = base_ / "root" / path;
    fs::create_directories(full.parent_path());
    std::ofstream(full) << text;
    return *this;
  }
  int64_t quota() const {
    errno = EDOM;
    const int64_t cpus = gk::cgroup_cpu_quota((base_ / "root").c_str(), (base_ / "self").c_str());
    CHECK(errno == EDOM);
    return cpus;
  }

 private:
  fs::path base_;
};

}  // namespace

TEST_CASE("no cgroup, no limit", "[quota]") {
  CHECK(gk::cgroup_cpu_quota("/nonexistent/root", "/nonexistent/self") == 0);
  CHECK(Tree().quota() == 0);
  CHECK(Tree().self("0::/\n").quota() == 0);
  CHECK(Tree().self("0::/\n").file("cpu.max", "max 100000\n").quota() == 0);
}

TEST_CASE("cgroup v2 quotas are rounded up", "[quota]") {
  const auto quota = [](const char *text) { return Tree().self("0::/app\n").file("app/cpu.max", text).quota(); };
  CHECK(quota("100000 100000\n") == 1);
  CHECK(quota("150000 100000\n") == 2);
  CHECK(quota("1000 100000\n") == 1);
  CHECK(quota("400000 100000") == 4);
  CHECK(quota("10 3\n") == 4);
  CHECK(quota("max 100000\n") == 0);
  for (const char *nonsense : {"", "\n", "100000", "100000 ", "100000 0\n", "0 100000\n", "-1 100000\n", "x y\n",
                               "99999999999999999999999 1\n", "18446744073709551615 1\n"}) {
    INFO(nonsense);
    CHECK(quota(nonsense) == 0);
  }
}

TEST_CASE("every ancestor of a cgroup v2 group binds", "[quota]") {
  Tree tree;
  tree.self("0::/a/b/c\n").file("a/b/c/cpu.max", "max 100000\n").file("a/b/cpu.max", "800000 100000\n");
  CHECK(tree.quota() == 8);
  tree.file("a/cpu.max", "300000 100000\n");
  CHECK(tree.quota() == 3);
  tree.file("a/b/c/cpu.max", "200000 100000\n");
  CHECK(tree.quota() == 2);
  tree.file("cpu.max", "50000 100000\n");
  CHECK(tree.quota() == 1);
}

TEST_CASE("a container sees its own group at the top", "[quota]") {
  // The name is the host's, the mount begins at the container's group.
  CHECK(Tree().self("0::/docker/0123abcd\n").file("cpu.max", "200000 100000\n").quota() == 2);
  // A group outside of the namespace is named by way of "..".
  CHECK(Tree().self("0::/../other\n").file("cpu.max", "200000 100000\n").quota() == 2);
}

TEST_CASE("cgroup v1", "[quota]") {
  const auto v1 = [](const char *line, const std::string &directory, const char *quota, const char *period) {
    return Tree()
        .self(std::string("9:memory:/m\n") + line + "1:cpuset:/\n0::/\n")
        .file(directory + "/cpu.cfs_quota_us", quota)
        .file(directory + "/cpu.cfs_period_us", period)
        .quota();
  };
  CHECK(v1("4:cpu,cpuacct:/job\n", "cpu,cpuacct/job", "250000\n", "100000\n") == 3);
  CHECK(v1("4:cpuacct,cpu:/job\n", "cpu/job", "250000\n", "100000\n") == 3);
  CHECK(v1("4:cpu:/job/step\n", "cpu/job", "50000\n", "100000\n") == 1);  // an ancestor's
  CHECK(v1("4:cpu:/not/mounted\n", "cpu", "400000\n", "100000\n") == 4);
  CHECK(v1("4:cpu:/job\n", "cpu/job", "-1\n", "100000\n") == 0);
  CHECK(v1("4:cpu:/job\n", "cpu/job", "100000\n", "0\n") == 0);
  // Controllers that only resemble it.
  CHECK(v1("4:cpuacct,cpuset:/job\n", "cpuacct,cpuset/job", "100000\n", "100000\n") == 0);
}

TEST_CASE("hybrid layout and the tightest of several hierarchies", "[quota]") {
  Tree tree;
  tree.self("4:cpu,cpuacct:/\n0::/app\n").file("unified/app/cpu.max", "300000 100000\n");
  CHECK(tree.quota() == 3);
  tree.file("cpu/cpu.cfs_quota_us", "200000\n").file("cpu/cpu.cfs_period_us", "100000\n");
  CHECK(tree.quota() == 2);
}

TEST_CASE("damaged membership files are no limit", "[quota]") {
  for (const char *text : {"nonsense", "0", "0:", "0:\n", ":::", "\n\n", "4:cpu\n"}) {
    INFO(text);
    CHECK(Tree().self(text).file("app/cpu.max", "100000 100000\n").quota() == 0);
  }
  // Group names may hold colons, and be longer than any buffer.
  CHECK(Tree().self("0::/a:b\n").file("a:b/cpu.max", "200000 100000\n").quota() == 2);
  CHECK(Tree().self("0::/" + std::string(100'000, 'x') + "\n").quota() == 0);
  CHECK(Tree().self("4:" + std::string(3000, 'c') + "cpu:/\n").quota() == 0);
}
