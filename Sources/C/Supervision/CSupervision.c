#define _GNU_SOURCE
#include "CSupervision.h"

#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FREE, CLAIMED, NOTED };

typedef struct slot {
    _Atomic int state;
    /// Counts the notes, so that a reader sees whether one was exchanged while it looked.
    _Atomic unsigned version;
    _Atomic int signal;
    _Atomic int64_t since;
    _Atomic size_t count;
    /// The note of the same thread in which this one was begun; only for that thread.
    struct slot *outer;
    uint8_t path[CS_PATH_SIZE];
} slot;

struct cs_board {
    slot slots[CS_NOTES];
};

static _Thread_local slot *own;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int cs_make_board(void) {
    const int file = memfd_create("phonolith-board", MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, sizeof(cs_board)) != 0) {
        close(file);
        return -1;
    }
    return file;
}

cs_board *cs_map_board(int file) {
    void *memory = mmap(NULL, sizeof(cs_board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void cs_unmap_board(cs_board *board) { munmap(board, sizeof(cs_board)); }

void cs_clear(cs_board *board) { memset(board, 0, sizeof(cs_board)); }

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
static const int interruptions[] = {SIGINT, SIGTERM};

/// The parent process may have started it with signals blocked.
static void unblock(const int *numbers, size_t count) {
    sigset_t signals;
    sigemptyset(&signals);
    for (size_t i = 0; i < count; i++) sigaddset(&signals, numbers[i]);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

/// A thread whose stack has overflowed needs another one for its handler.
static void prepare_thread(void) {
    static _Thread_local char stack[32 * 1024];
    static _Thread_local bool is_given;
    if (is_given) return;
    is_given = true;
    unblock(faults, sizeof faults / sizeof *faults);
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
}

void cs_begin(cs_board *board, const uint8_t *path, size_t count) {
    prepare_thread();
    for (size_t i = 0; i < CS_NOTES; i++) {
        slot *slot = &board->slots[i];
        int expected = FREE;
        if (!atomic_compare_exchange_strong(&slot->state, &expected, CLAIMED)) continue;
        if (count > CS_PATH_SIZE) count = CS_PATH_SIZE;
        memcpy(slot->path, path, count);
        atomic_store(&slot->count, count);
        atomic_store(&slot->signal, 0);
        atomic_store(&slot->since, now());
        atomic_fetch_add(&slot->version, 1);
        slot->outer = own;
        atomic_store(&slot->state, NOTED);
        // Only one path of a thread is to blame for what happens to it.
        if (own) atomic_store(&own->state, CLAIMED);
        own = slot;
        return;
    }
}

void cs_end(void) {
    if (!own) return;
    slot *const outer = own->outer;
    atomic_store(&own->state, FREE);
    own = outer;
    if (!outer) return;
    atomic_store(&outer->since, now());
    atomic_fetch_add(&outer->version, 1);
    atomic_store(&outer->state, NOTED);
}

bool cs_copy_note(const cs_board *board, size_t number, cs_note *note) {
    if (number >= CS_NOTES) return false;
    const slot *slot = &board->slots[number];
    const unsigned version = atomic_load(&slot->version);
    if (atomic_load(&slot->state) != NOTED) return false;
    note->age = now() - atomic_load(&slot->since);
    note->signal = atomic_load(&slot->signal);
    note->count = atomic_load(&slot->count);
    if (note->count > CS_PATH_SIZE) return false;
    memcpy(note->path, slot->path, note->count);
    return atomic_load(&slot->state) == NOTED && atomic_load(&slot->version) == version;
}

static void mark_fault(int number) {
    if (own) atomic_store(&own->signal, number);
    signal(number, SIG_DFL);
    raise(number);
}

void cs_mark_faults(void) {
    struct sigaction action = {.sa_handler = mark_fault, .sa_flags = SA_ONSTACK | SA_NODEFER};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &action, NULL);
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_SHADOW_MEMORY 1
#endif
#endif

/// The addresses that the thread sanitizer has reserved for itself: terabytes, beside which no limit would leave any memory.
static uint64_t reserved(void) {
#ifdef HAS_SHADOW_MEMORY
    unsigned long long pages = 0;
    FILE *sizes = fopen("/proc/self/statm", "re");
    if (!sizes) return 0;
    if (fscanf(sizes, "%llu", &pages) != 1) pages = 0;
    fclose(sizes);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
#else
    return 0;
#endif
}

void cs_limit_memory(uint64_t bytes) {
    const uint64_t all = bytes + reserved();
    const struct rlimit limit = {.rlim_cur = all, .rlim_max = all};
    setrlimit(RLIMIT_AS, &limit);
    const struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
}

void cs_restore_arithmetic(void) { fesetenv(FE_DFL_ENV); }

void cs_take_name(const char *name) { prctl(PR_SET_NAME, name); }

char **cs_environment(void) { return environ; }

int cs_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cs_spawn(
    pid_t *process, const char *program, char *const *arguments, char *const *environment,
    const int *streams, int board) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++) posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    if (board >= 0) posix_spawn_file_actions_adddup2(&actions, board, CS_BOARD_FILE);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    for (size_t i = 0; i < 2; i++) sigaddset(&signals, interruptions[i]);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);

    const int code = posix_spawn(process, program, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

// More workers than a program has at once; others would go on while it is stopped.
enum { WORKERS = 64 };
static _Atomic pid_t workers[WORKERS];

static void exchange_worker(pid_t old, pid_t new) {
    for (size_t i = 0; i < WORKERS; i++) {
        pid_t expected = old;
        if (atomic_compare_exchange_strong(&workers[i], &expected, new)) return;
    }
}

void cs_remember_worker(pid_t process) { exchange_worker(0, process); }
void cs_forget_worker(pid_t process) { exchange_worker(process, 0); }

static void signal_workers(int number) {
    for (size_t i = 0; i < WORKERS; i++) {
        const pid_t process = atomic_load(&workers[i]);
        if (process > 0) kill(process, number);
    }
}

static void stop(int number) {
    const int error = errno;
    signal_workers(SIGSTOP);
    // By the signal itself, so that the shell shows what it was, and a process without a shell is not stopped.
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(number, &standard, NULL);
    raise(number);
    // Not what was there before: another thread may be here, too.
    const struct sigaction own = {.sa_handler = stop, .sa_flags = SA_NODEFER | SA_RESTART};
    sigaction(number, &own, NULL);
    signal_workers(SIGCONT);
    errno = error;
}

void cs_stop_workers_too(void) {
    struct sigaction action;
    if (sigaction(SIGTSTP, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return;
    // Without a mask the second SIGTSTP, which stops the process, is not held back.
    action = (struct sigaction){.sa_handler = stop, .sa_flags = SA_NODEFER | SA_RESTART};
    sigaction(SIGTSTP, &action, NULL);
}

ssize_t cs_send(int file, const void *bytes, size_t count) {
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t sent;
    do sent = write(file, bytes, count);
    while (sent < 0 && errno == EINTR);
    const int error = errno;
    // The signal of a pipe that nobody reads is taken back before it strikes.
    if (sent < 0 && error == EPIPE && !sigismember(&before, SIGPIPE)) {
        const struct timespec now = {0};
        sigtimedwait(&pipe, NULL, &now);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return sent;
}

static volatile sig_atomic_t interrupts;

static void count_interrupt(int number) {
    (void)number;
    interrupts++;
}

static void handle_interrupts(void (*handler)(int)) {
    // Without SA_RESTART: waiting ends.
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    unblock(interruptions, 2);
}

void cs_count_interrupts(void) { handle_interrupts(count_interrupt); }
int cs_interrupt_count(void) { return interrupts; }

bool cs_may_be_waited_for(pid_t process) {
    siginfo_t ended;
    int answer;
    do {
        ended.si_pid = 0;
        answer = waitid(P_PID, (id_t)process, &ended, WEXITED | WNOHANG | WNOWAIT);
    } while (answer != 0 && errno == EINTR);
    return answer != 0 || ended.si_pid != 0;
}
bool cs_was_signalled(int status) { return WIFSIGNALED(status); }
int cs_signal_or_code(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status); }
