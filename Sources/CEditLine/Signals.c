#define _GNU_SOURCE

#include "CEditLine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const int watched[] = {SIGWINCH, SIGINT, SIGTSTP, SIGCONT, SIGTERM, SIGHUP};
// The other signals that end a program by default; the real-time signals do so, too.
static const int sudden[] = {SIGQUIT, SIGILL,    SIGTRAP,   SIGABRT, SIGBUS, SIGFPE,
                             SIGUSR1, SIGSEGV,   SIGUSR2,   SIGPIPE, SIGALRM, SIGSTKFLT,
                             SIGXCPU, SIGVTALRM, SIGPROF,   SIGIO,   SIGPWR, SIGSYS};
enum { watched_count = sizeof watched / sizeof *watched };
enum { sudden_count = sizeof sudden / sizeof *sudden };

static volatile sig_atomic_t came[NSIG];
// The actions after the terminal is restored: the default, unless `chimp_signals_save` was called.
static struct sigaction kept[NSIG];
static volatile sig_atomic_t is_waiting;
static volatile sig_atomic_t is_alternate_screen;
static struct termios kept_modes;
static volatile sig_atomic_t has_kept_modes;

// Restores the terminal before any end of the program; uses only async-signal-safe functions.
static void leave_terminal(void) {
  static const char no_mouse[] = "\033[?2026l\033[?1006l\033[?1000l\033[?25h";
  static const char main_screen[] = "\033[H\033[2J\033[?1049l";
  static const char no_paste_mode[] = "\033[?2004l\033[0m";
  ssize_t written = write(STDOUT_FILENO, no_mouse, sizeof no_mouse - 1);
  if (is_alternate_screen) written = write(STDOUT_FILENO, main_screen, sizeof main_screen - 1);
  if (written >= 0) written = write(STDOUT_FILENO, no_paste_mode, sizeof no_paste_mode - 1);
  (void)written;
  is_alternate_screen = 0;
  chimp_modes_restore();
}

static void terminate_by(int number) {
  int saved_error = errno;
  leave_terminal();
  sigaction(number, &kept[number], NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  errno = saved_error;
  raise(number);
}

static void raise_flag(int number) {
  int saved_error = errno;
  // While a command runs, the flag would not be checked soon, and these signals must not wait.
  if ((number == SIGTERM || number == SIGHUP) && !is_waiting) terminate_by(number);
  came[number] = 1;
  errno = saved_error;
}

static void end_suddenly(int number) {
  terminate_by(number);
}

// Stops the program immediately, with the terminal restored; it continues as after SIGCONT.
static void stop_suddenly(int number) {
  int saved_error = errno;
  struct sigaction stopping;
  struct sigaction before;
  leave_terminal();
  memset(&stopping, 0, sizeof stopping);
  stopping.sa_handler = SIG_DFL;
  sigaction(number, &stopping, &before);
  sigset_t only;
  sigset_t blocked;
  sigemptyset(&only);
  sigaddset(&only, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &only, &blocked);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  sigaction(number, &before, NULL);
  came[SIGCONT] = 1;
  errno = saved_error;
}

// Installs a handler. Signals that the parent or the program itself ignores, as with nohup, stay
// ignored.
static void install_handler(int number, const struct sigaction *action) {
  struct sigaction before;
  if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
    sigaction(number, action, NULL);
  }
}

void chimp_signals_save(int number) {
  sigaction(number, NULL, &kept[number]);
}

void chimp_signals_watch(void) {
  // In the background the terminal has the modes of another process: wait for the foreground.
  if (tcgetpgrp(STDIN_FILENO) != getpgrp()) kill(0, SIGTTIN);
  chimp_modes_save();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigfillset(&action.sa_mask);
  action.sa_handler = raise_flag;
  sigset_t unblocked;
  sigemptyset(&unblocked);
  for (int index = 0; index < watched_count; index++) {
    sigaddset(&unblocked, watched[index]);
    install_handler(watched[index], &action);
  }
  sigprocmask(SIG_UNBLOCK, &unblocked, NULL);
  action.sa_handler = stop_suddenly;
  install_handler(SIGTTIN, &action);
  install_handler(SIGTTOU, &action);
  action.sa_handler = end_suddenly;
  for (int index = 0; index < sudden_count; index++) install_handler(sudden[index], &action);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) install_handler(number, &action);
}

void chimp_modes_save(void) {
  if (tcgetattr(STDIN_FILENO, &kept_modes) == 0) has_kept_modes = 1;
}

void chimp_modes_restore(void) {
  if (has_kept_modes) tcsetattr(STDIN_FILENO, TCSADRAIN, &kept_modes);
}

void chimp_interrupts_watch(int is_watching) {
  static struct sigaction before;
  static int has_before;
  if (!is_watching) {
    if (has_before) sigaction(SIGINT, &before, NULL);
    has_before = 0;
    return;
  }
  if (has_before) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigfillset(&action.sa_mask);
  action.sa_handler = raise_flag;
  if (sigaction(SIGINT, NULL, &before) != 0 || before.sa_handler == SIG_IGN) return;
  has_before = sigaction(SIGINT, &action, NULL) == 0;
}

int chimp_signal_consume(int number) {
  int has_come = came[number];
  came[number] = 0;
  return has_come;
}

int chimp_signal_is_pending(int number) {
  return came[number];
}

void chimp_signals_note_screen(int is_alternate) {
  is_alternate_screen = is_alternate;
}

static int any_came(void) {
  for (int index = 0; index < watched_count; index++) {
    if (came[watched[index]]) return 1;
  }
  return 0;
}

enum chimp_wait_result chimp_wait(int descriptor, int other, int milliseconds) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  for (int index = 0; index < watched_count; index++) sigaddset(&blocked, watched[index]);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  enum chimp_wait_result result = CHIMP_WAIT_SIGNAL;
  is_waiting = 1;
  if (!any_came()) {
    struct pollfd waiting[] = {
        {.fd = descriptor, .events = POLLIN}, {.fd = other, .events = POLLIN}};
    struct timespec time = {
        .tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    int count = ppoll(waiting, 2, milliseconds < 0 ? NULL : &time, &before);
    if (count > 0) {
      result = waiting[0].revents ? CHIMP_WAIT_INPUT : CHIMP_WAIT_OTHER;
    } else if (count == 0) {
      result = CHIMP_WAIT_TIME;
    } else if (errno != EINTR) {
      result = CHIMP_WAIT_FAILED;
    }
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  is_waiting = 0;
  // A signal that arrives with a key, or before it, is handled first.
  return any_came() ? CHIMP_WAIT_SIGNAL : result;
}

void chimp_stop(void) {
  struct sigaction stopping;
  struct sigaction before;
  memset(&stopping, 0, sizeof stopping);
  stopping.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &stopping, &before);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &before, NULL);
  came[SIGTSTP] = 0;
  came[SIGCONT] = 0;
}

void chimp_terminate_by_signal(int number) {
  terminate_by(number);
}
