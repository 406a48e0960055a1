#include "tune/progress.h"

#include "bench/machine.h"
#include "tune/options.h"
#include "tune/report.h"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gk::tune {
namespace {

volatile sig_atomic_t caught = 0;

// A second one does what it does by default: whoever insists need not wait.
void on_signal(int number) { caught = number; }

bool can_draw() {
  const char *kind = getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && (kind == nullptr || strcmp(kind, "dumb") != 0);
}

size_t columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

void catch_signals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    // Who starts programs in the background may want them to ignore it (nohup).
    if (sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(number, &action, nullptr);
  }
}

int signal_caught() { return caught; }

Progress::Progress(size_t knobs, double budget)
    : knobs_(knobs), budget_(budget), start_(bench::now_seconds()), terminal_(can_draw()) {}

Progress::~Progress() { erase(); }

double Progress::seconds() const { return bench::now_seconds() - start_; }

void Progress::begins(const Tuned &t) {
  knob_ = t.knob;
  draw();
}

void Progress::proceeds(double fraction) {
  fraction_ = std::max(fraction_, fraction);
  draw();
}

void Progress::ends(const Outcome &o) {
  if (!o.skipped.empty() && o.candidates.empty() && knob_ != o.tuned.knob) return;  // nothing was done for it
  ++done_;
  if (terminal_) return;
  const std::string result = !o.skipped.empty() ? "skipped: " + o.skipped
                             : o.moved()        ? "-> " + value_text(o.value())
                                                : "keeps default";
  fprintf(stderr, "[%zu/%zu] %s: %s\n", done_, knobs_, o.tuned.knob, result.c_str());
}

// One line, drawn over and over; nothing else of the terminal is touched, so nothing is there to be restored but this
// line.
void Progress::draw() {
  if (!terminal_) return;
  constexpr int kBar = 24;
  const double elapsed = seconds();
  std::string left;
  if (fraction_ > 0.02 && elapsed > 1) {
    double more = elapsed / fraction_ - elapsed;
    if (budget_ > 0) more = std::min(more, std::max(0.0, budget_ - elapsed));
    left = duration_text(more) + " left  ";
  } else if (budget_ > 0) {
    left = "at most " + duration_text(std::max(0.0, budget_ - elapsed)) + "  ";
  }
  const int full = int(std::lround(kBar * fraction_));
  char text[256];
  snprintf(text, sizeof text, "[%.*s%.*s] %3.0f %%  %s%zu/%zu %s", full, "########################", kBar - full,
           "........................", 100 * fraction_, left.c_str(), std::min(done_ + 1, knobs_), knobs_,
           knob_.c_str());
  fprintf(stderr, "\r\033[K%.*s", int(columns() - 1), text);
  fflush(stderr);
  drawn_ = true;
}

void Progress::erase() {
  if (drawn_) fputs("\r\033[K", stderr);
  drawn_ = false;
  fflush(stderr);
}

}  // namespace gk::tune
