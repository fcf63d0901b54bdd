extension Collection<Int64> {
    /// A JSON array, for `json_each`: any number of ids as one argument.
    @inlinable
    package var json: String { "[" + lazy.map(String.init).joined(separator: ",") + "]" }
}
