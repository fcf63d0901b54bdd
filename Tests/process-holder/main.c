// usage: process-holder PROCESS
//
// Holds a process as a file system does that never answers: from now on SIGKILL does not end it, because each of its
// threads stops on its way out (PTRACE_EVENT_EXIT) until this program ends. Prints "held" when it is so, and ends when
// its standard input ends.

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 2) return 64;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", atoi(arguments[1]));
    DIR *threads = opendir(path);
    if (!threads) return 2;
    int held = 0;
    for (const struct dirent *entry; (entry = readdir(threads)) != NULL;) {
        const pid_t thread = atoi(entry->d_name);
        if (thread <= 0) continue;
        if (ptrace(PTRACE_SEIZE, thread, NULL, (void *)PTRACE_O_TRACEEXIT) == 0) {
            held++;
        } else if (errno != ESRCH) {
            fprintf(stderr, "process-holder: %s\n", strerror(errno));
            return 2;
        }
    }
    closedir(threads);
    if (held == 0) return 2;
    puts("held");
    fflush(stdout);
    while (getchar() != EOF) {}
    return 0;
}
