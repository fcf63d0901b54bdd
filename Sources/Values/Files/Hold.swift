/// A hold on something, which ends when the value is released.
package final class Hold: Sendable {
    private let release: @Sendable () -> Void

    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}
