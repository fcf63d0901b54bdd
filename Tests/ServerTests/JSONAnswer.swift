extension [String: Any] {
    /// The object below several keys.
    func object(_ keys: String...) -> [String: Any] {
        keys.reduce(self) { $0[$1] as? [String: Any] ?? [:] }
    }

    func objects(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }

    func text(_ key: String) -> String? { self[key] as? String }
}
