/// HEAD: a GET whose answer has no body (RFC 9110, 9.3.2).
package enum HeadRequest {
    /// Whether the task answers one: nothing is begun then that takes work.
    @TaskLocal package static var isAnswered = false
}
