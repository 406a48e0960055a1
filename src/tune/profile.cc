// The profile, and how it gets onto the disk.
#include "tune/report.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace gk::tune {
namespace {

[[noreturn]] void fail(const std::string &path, int error) {
  throw std::runtime_error("cannot write " + path + ": " + strerror(error));
}

// They end the process, or are seen to, when this object is gone.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&held, number);
    sigprocmask(SIG_BLOCK, &held, &before_);
  }
  ~SignalsHeld() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld &) = delete;
  SignalsHeld &operator=(const SignalsHeld &) = delete;

 private:
  sigset_t before_;
};

// A file beside `path`, gone again unless it was moved into place.
class Draft {
 public:
  // Nothing may end the process between the draft's birth and its end, or it would stay.
  explicit Draft(const std::string &path) : path_(path) {
    struct stat status {};
    if (stat(path.c_str(), &status) == 0) {
      if (S_ISDIR(status.st_mode)) fail(path, EISDIR);
      if (!S_ISREG(status.st_mode)) throw std::runtime_error("cannot write " + path + ": not a regular file");
    }
    draft_ = path + ".XXXXXX";
    file_ = mkstemp(draft_.data());
    if (file_ < 0) {
      const int error = errno;
      draft_.clear();
      fail(path, error);
    }
  }
  ~Draft() {
    if (file_ >= 0) close(file_);
    if (!draft_.empty()) unlink(draft_.c_str());
  }
  Draft(const Draft &) = delete;
  Draft &operator=(const Draft &) = delete;

  void write_all(const std::string &text) {
    for (size_t done = 0; done < text.size();) {
      const ssize_t wrote = write(file_, text.data() + done, text.size() - done);
      if (wrote < 0 && errno != EINTR) fail(path_, errno);
      if (wrote > 0) done += size_t(wrote);
    }
  }

  void move_into_place() {
    // mkstemp's files are private; this one is as readable as any new file.
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(file_, 0666 & ~mask) != 0 || fsync(file_) != 0) fail(path_, errno);
    const int file = file_;
    file_ = -1;
    if (close(file) != 0 || rename(draft_.c_str(), path_.c_str()) != 0) fail(path_, errno);
    draft_.clear();
  }

 private:
  const SignalsHeld held_;
  std::string path_, draft_;
  int file_ = -1;
};

}  // namespace

std::string profile_text(const Findings &f) {
  std::string text =
      "# gemmkit-tune profile. Source it before starting a program that uses gemmkit: . ./gemmkit-tune.env\n"
      "# generated " +
      f.time + " by gemmkit-tune " + f.version + (f.budget.empty() ? "" : ", time budget " + f.budget) +
      "\n"
      "# host: " +
      host_line(f.host) +
      "\n"
      "# tuned for " +
      std::to_string(f.host.workers) + " worker(s), kernels " + f.host.isa +
      (f.host.pin.empty() ? "" : " (GEMMKIT_REQUIRE_ISA=" + f.host.pin + ")") + "\n\n";
  for (const Outcome &o : f.outcomes) {
    if (!o.skipped.empty()) continue;
    char note[64];
    snprintf(note, sizeof note, "%s (%.2fx)", o.moved() ? "tuned" : "default", o.speed_up);
    text += std::string("export ") + o.tuned.knob + "=" + std::to_string(o.value()) + "  # " + note + "\n";
  }
  const auto skipped = f.skipped();
  if (!skipped.empty()) text += "\n# not swept:\n";
  for (const auto &[knob, why] : skipped) text.append("#   ").append(knob).append(": ").append(why).append("\n");
  return text;
}

void write_atomically(const std::string &path, const std::string &text) {
  Draft draft(path);
  draft.write_all(text);
  draft.move_into_place();
}

void check_writable(const std::string &path) { const Draft draft(path); }

}  // namespace gk::tune
