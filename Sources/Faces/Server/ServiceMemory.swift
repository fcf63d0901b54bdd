import CPhonolithAllocator

/// The memory that the C library keeps after use. Each long answer or body takes some megabytes, and the next one takes them
/// elsewhere: beside hostile clients that was half of all memory.
package enum ServiceMemory {
    /// From this size on, memory is the system's own and goes back to it at once (`M_MMAP_THRESHOLD`, mallopt(3)). Where it is not
    /// set, one body of ten megabytes that is freed raises it to as much.
    private static let ownSize: Int32 = 1 << 20
    /// Heaps among which threads share (`M_ARENA_MAX`): each keeps its own holes.
    private static let heapCount: Int32 = 4

    /// Limits it, in a program that is a service. At its start: heaps that there are stay.
    package static func limit() {
        mallopt(M_MMAP_THRESHOLD, ownSize)
        mallopt(M_ARENA_MAX, heapCount)
    }

    /// Gives it back to the system. Blocks its thread for milliseconds for some hundred MiB (malloc_trim(3)).
    static func giveBack() { malloc_trim(0) }
}
