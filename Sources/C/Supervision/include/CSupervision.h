#ifndef PHONOLITH_CSUPERVISION_H
#define PHONOLITH_CSUPERVISION_H

// Means by which one process watches another: a board in memory that both have, on which the one notes what it is about
// to touch; how the other is started; and handlers of signals, which may do next to nothing and so are not for Swift.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// Notes of what is being read, one for each thread that reads. Shared by two processes.
typedef struct cs_board cs_board;

/// More threads than this go unnoted.
enum { CS_NOTES = 264, CS_PATH_SIZE = 4096 };

/// Which file descriptor of a worker is its board.
enum { CS_BOARD_FILE = 3 };

/// One note, as it was at one moment.
typedef struct cs_note {
    /// How long ago it was made, in milliseconds.
    int64_t age;
    /// The signal that the thread of the note died of; 0 where it did not.
    int32_t signal;
    /// Of the path, without a terminating NUL; at most `CS_PATH_SIZE`.
    size_t count;
    uint8_t path[CS_PATH_SIZE];
} cs_note;

/// Makes an empty board, as a file in memory; negative, and `errno`, where there is no memory.
int cs_make_board(void);
/// The board in a file; `NULL`, and `errno`, where it is none.
cs_board *_Nullable cs_map_board(int file);
/// Takes a board out of this process's memory.
void cs_unmap_board(cs_board *board);
/// Takes away all notes. Nobody may be writing one.
void cs_clear(cs_board *board);
/// Notes that the calling thread is about to touch a path. Within another note of the thread it takes that one's place until
/// it ends.
void cs_begin(cs_board *board, const uint8_t *path, size_t count);
/// Takes the calling thread's note away.
void cs_end(void);
/// Copies a note; answers whether there is one with this number, from 0.
bool cs_copy_note(const cs_board *board, size_t number, cs_note *note);

/// From now on a thread of this process that dies of a fault is marked in its note.
void cs_mark_faults(void);

/// From now on this process gets no more memory than so many bytes, whatever it maps, and leaves no core file.
void cs_limit_memory(uint64_t bytes);

/// Makes numbers next to zero numbers again for this thread and those that it starts: libraries that are built for fast arithmetic,
/// as SoundTouch is, have all threads of a process take them for zero, and JSON with one of them is refused.
void cs_restore_arithmetic(void);

/// The variables of this process, as `environ` has them: `NAME=VALUE`, then `NULL`.
char *_Nullable *_Nullable cs_environment(void);

/// `pipe`, both ends of which are closed on `exec`.
int cs_pipe(int *_Nonnull ends);

/// Starts a program in a process group of its own, so that signals of the terminal do not reach it, with SIGINT and
/// SIGTERM blocked until it is ready for them (`cs_count_interrupts`).
///
/// `streams` are its standard input, output and error; `board` becomes `CS_BOARD_FILE`, unless it is negative. All
/// else that is open should be closed on `exec`. Returns 0 or an error number, as `posix_spawn` does.
int cs_spawn(
    pid_t *process, const char *program, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, const int *_Nonnull streams, int board);
/// Gives the process, which must have one thread, a name that the system shows; of a long one, the beginning.
void cs_take_name(const char *name);
/// Lets SIGTSTP (Ctrl-Z) stop the remembered workers together with this process, and SIGCONT go on with all of them. Does
/// nothing where the signal is ignored.
void cs_stop_workers_too(void);
/// Remembers a worker for `cs_stop_workers_too`.
void cs_remember_worker(pid_t process);
/// Forgets it, when it has ended and was not waited for yet, or is given up.
void cs_forget_worker(pid_t process);
/// `write`, without the signal where nobody reads; `errno` as `write` leaves it.
ssize_t cs_send(int file, const void *_Nullable bytes, size_t count);

/// From now on SIGINT and SIGTERM are counted and do nothing else.
void cs_count_interrupts(void);
/// How many there were.
int cs_interrupt_count(void);

/// Whether `waitpid` for this process answers at once: it has ended, or is no child of this process. Does not wait for it.
bool cs_may_be_waited_for(pid_t process);
/// Whether the process with this status was ended by a signal.
bool cs_was_signalled(int status);
/// The signal that ended a process, or else its exit code.
int cs_signal_or_code(int status);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
