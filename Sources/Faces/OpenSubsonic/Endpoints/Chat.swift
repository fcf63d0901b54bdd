import FoundationEssentials
import PhonolithAccess
import PhonolithUsers

/// Messages that users write to all others.
enum ChatEndpoints {
    static let all = [
        Endpoint("getChatMessages", [.optional("since", .integer)], messages),
        Endpoint("addChatMessage", [.required("message")], right: .comment, add),
    ]

    /// In characters; a longer message is cut.
    private static let longestMessage = 2000

    private static func messages(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let since = call.integer("since") ?? 0
        let messages = try await call.library.perform { try $0.chat.messages(after: since) }
        return .list(
            "chatMessages", of: "chatMessage",
            messages.map { message in
                var object = SubsonicObject("username", .text(message.userName))
                object.add("time", message.time)
                object.add("message", message.text)
                return object
            })
    }

    private static func add(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let text = String(try call.text("message").prefix(longestMessage))
        let time = Int(Date().timeIntervalSince1970 * 1000)
        try await call.library.perform { try $0.chat.add(text, at: time) }
        return .nothing
    }
}
