/// A change of its queue, or an order, that a player is asked for by another program.
package struct ReceivedRequest: Hashable, Sendable {
    package let id: Int64
    package let program: String
    // A ``QueueRequest`` in JSON.
    package let edit: String

    /// Joins the facts of a request.
    package init(id: Int64, program: String, edit: String) {
        (self.id, self.program, self.edit) = (id, program, edit)
    }
}
