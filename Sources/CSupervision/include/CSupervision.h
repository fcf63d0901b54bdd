#ifndef PHONOLITH_CSUPERVISION_H
#define PHONOLITH_CSUPERVISION_H

// What one process needs to watch another of the same program: a board in memory that both have, on which
// the one notes what it is about to touch; `fork`, which Swift hides because it is safe only while there
// is one thread; and handlers of signals, which may do next to nothing and so are not for Swift.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// Notes of what is being read, one for each thread that reads. Shared by a process and its children.
typedef struct cs_board cs_board;

/// More threads than this go unnoted.
enum { CS_NOTES = 264, CS_PATH_SIZE = 4096 };

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

/// Makes an empty board; `NULL`, and `errno`, where there is no memory. It lasts as long as the process.
cs_board *_Nullable cs_make_board(void);
/// Takes away all notes. Nobody may be writing one.
void cs_clear(cs_board *board);
/// Notes that the calling thread is about to touch a path.
void cs_begin(cs_board *board, const uint8_t *path, size_t count);
/// Takes the calling thread's note away.
void cs_end(void);
/// Copies a note; answers whether there is one with this number, from 0.
bool cs_copy_note(const cs_board *board, size_t number, cs_note *note);

/// From now on a thread of this process that dies of a fault is marked in its note.
void cs_mark_faults(void);

/// From now on this process gets no more memory than so many bytes, whatever it maps.
void cs_limit_memory(uint64_t bytes);

/// `fork`. To be called while the process has one thread.
pid_t cs_fork(void);
/// How many threads the process has; 0 where the system does not tell.
int cs_thread_count(void);

/// From now on SIGINT and SIGTERM are counted and do nothing else.
void cs_count_interrupts(void);
/// How many there were.
int cs_interrupt_count(void);
/// From now on SIGINT and SIGTERM do what they do by default.
void cs_stop_counting_interrupts(void);

/// Whether the process with this status was ended by a signal.
bool cs_was_signalled(int status);
/// The signal that ended a process, or else its exit code.
int cs_signal_or_code(int status);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
