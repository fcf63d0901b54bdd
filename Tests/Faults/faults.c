// Faults in programs as they are installed, which have no switch for any: loaded before a program by LD_PRELOAD.
//
// FAULTS lists them, as in crash:5.mp3,hang:music,kill:*: what happens when a worker opens a file or folder of this name,
// or any file with `*`. The name `decoder` means the opening of one of FFmpeg's decoders.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most_faults = 8, longest_name = 64 };
struct fault {
    char kind[longest_name], name[longest_name];
};
static struct fault faults[most_faults];
static int fault_count;
// Refusals of what has crashed a worker are forgotten, as by an error in the program.
static bool forgets_refusals;
// Only one thread makes files that a test waits for.
static __thread bool is_striking;

// The function of the same name that this one replaces.
#define NEXT(name)                                                   \
    ({                                                               \
        static __typeof__(&name) next;                               \
        if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
        next;                                                        \
    })

// Only in workers, which are started with the name of a subcommand that ends in -work.
static bool is_worker(void) {
    char line[4096];
    const int file = NEXT(open)("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const ssize_t length = NEXT(read)(file, line, sizeof line - 1);
    close(file);
    if (length <= 0) return false;
    line[length] = 0;
    const char *command = line + strlen(line) + 1;
    if (command >= line + length) return false;
    const size_t size = strlen(command);
    return size > 5 && strcmp(command + size - 5, "-work") == 0;
}

__attribute__((constructor)) static void begin(void) {
    const char *list = getenv("FAULTS");
    if (!list || !is_worker()) return;
    char *copy = strdup(list), *rest = copy, *part;
    while ((part = strsep(&rest, ",")) && fault_count < most_faults) {
        char *name = strchr(part, ':');
        if (!name) continue;
        *name++ = 0;
        struct fault *fault = &faults[fault_count++];
        snprintf(fault->kind, sizeof fault->kind, "%s", part);
        snprintf(fault->name, sizeof fault->name, "%s", name);
        if (strcmp(part, "again") == 0) forgets_refusals = true;
    }
    free(copy);
}

__attribute__((noinline)) static int overflow(volatile int depth) {
    if (depth < 0) return 0;
    volatile char block[4096];
    memset((char *)block, depth, sizeof block);
    return overflow(depth + 1) + block[depth % (int)sizeof block];
}

// Makes a file with the ending .here beside the one that is opened, and waits until there is one with .go.
static void wait_for_permission(const char *path) {
    char beside[4096];
    snprintf(beside, sizeof beside, "%s.here", path);
    close(NEXT(open)(beside, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    snprintf(beside, sizeof beside, "%s.go", path);
    while (access(beside, F_OK) != 0) usleep(10000);
}

static void strike_as(const char *kind, const char *path) {
    if (strcmp(kind, "crash") == 0 || strcmp(kind, "again") == 0) raise(SIGSEGV);
    if (strcmp(kind, "abort") == 0) abort();
    if (strcmp(kind, "hang") == 0) while (true) sleep(1);
    if (strcmp(kind, "spin") == 0) for (volatile int turn = 0;; turn++) {}
    if (strcmp(kind, "kill") == 0) kill(getpid(), SIGKILL);
    // Memory not written to takes addresses alone, which is what is limited.
    if (strcmp(kind, "memory") == 0) {
        while (mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) {}
        abort();
    }
    if (strcmp(kind, "await") == 0) wait_for_permission(path);
    if (strcmp(kind, "slow") == 0) usleep(20000);
    if (strcmp(kind, "overflow") == 0) overflow(1);
    // Where messages go.
    if (strcmp(kind, "garbage") == 0 && write(STDOUT_FILENO, "nonsense\n", 9) != 9) abort();
}

static void strike(const char *path) {
    if (!fault_count || !path || is_striking) return;
    const int error = errno;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    is_striking = true;
    for (int i = 0; i < fault_count; i++) {
        const bool is_any = strcmp(faults[i].name, "*") == 0 && strcmp(path, "decoder") != 0;
        if (is_any || strcmp(faults[i].name, name) == 0) strike_as(faults[i].kind, path);
    }
    is_striking = false;
    errno = error;
}

// The mode of a file that is made.
#define MODE(flags, last)                                                    \
    va_list list;                                                            \
    va_start(list, last);                                                    \
    const mode_t mode = (flags) & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list)

int open(const char *path, int flags, ...) {
    MODE(flags, flags);
    strike(path);
    return NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags, flags);
    strike(path);
    return NEXT(open64)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE(flags, flags);
    strike(path);
    return NEXT(openat)(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    MODE(flags, flags);
    strike(path);
    return NEXT(openat64)(folder, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
    strike(path);
    return NEXT(fopen)(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
    strike(path);
    return NEXT(fopen64)(path, mode);
}

DIR *opendir(const char *path) {
    strike(path);
    return NEXT(opendir)(path);
}

int avcodec_open2(void *context, const void *codec, void *options) {
    strike("decoder");
    return ((int (*)(void *, const void *, void *))dlsym(RTLD_NEXT, "avcodec_open2"))(
        context, codec, options);
}

// The order of a scan comes by standard input, as JSON on one line.
ssize_t read(int file, void *bytes, size_t count) {
    const ssize_t length = NEXT(read)(file, bytes, count);
    if (!forgets_refusals || file != STDIN_FILENO || length <= 0) return length;
    static const char key[] = "\"refusals\":[";
    char *list = memmem(bytes, (size_t)length, key, sizeof key - 1);
    if (!list) return length;
    char *start = list + sizeof key - 1;
    char *end = memchr(start, ']', (size_t)((char *)bytes + length - start));
    if (end) memset(start, ' ', (size_t)(end - start));
    return length;
}
