internal import Glibc

/// A lock with a condition that threads wait for.
///
/// Unchecked, because POSIX lets any thread use both; they stay at their place in memory until no one has the value.
package final class ThreadCondition: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        defer { pthread_condattr_destroy(&attributes) }
        // A clock that nobody sets.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    package func withLock<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body()
    }

    /// Gives the lock away until the condition is signalled. Only within `withLock`.
    package func wait() { pthread_cond_wait(condition, lock) }

    /// Gives the lock away until the condition is signalled, or a time has come. Only within `withLock`.
    ///
    /// - Parameter time: Of the clock that stands while the machine sleeps.
    /// - Returns: Whether it was signalled.
    package func wait(until time: SuspendingClock.Instant) -> Bool {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let rest = max(.zero, SuspendingClock.now.duration(to: time))
        var end = timespec(
            seconds: Double(now.tv_sec) + Double(now.tv_nsec) / 1e9 + rest / .seconds(1))
        return pthread_cond_timedwait(condition, lock, &end) == 0
    }

    /// Wakes one thread that waits.
    package func signal() { pthread_cond_signal(condition) }

    /// Wakes all threads that wait.
    package func broadcast() { pthread_cond_broadcast(condition) }
}

/// A lock that the thread which has it may take again.
///
/// Unchecked, because POSIX lets any thread use it; it stays at its place in memory until no one has the value.
package final class RecursiveLock: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        defer { pthread_mutexattr_destroy(&attributes) }
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(lock, &attributes)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    package func withLock<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body()
    }
}
