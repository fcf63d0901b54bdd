import Foundation

/// Accessibility rules that a script can check: those of axe-core, and a few that it does not have.
enum AccessibilityRules {
    /// axe-core, as `scripts/setup tests` installs it.
    private static let axe = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent(".build/axe/axe_playwright_python/axe.min.js")

    static func source() throws -> String {
        do {
            return try String(contentsOf: axe, encoding: .utf8)
        } catch {
            throw Browser.Failure(description: "axe-core is missing; run scripts/setup tests")
        }
    }

    /// Runs rules of axe: those that its options name. Returns texts.
    static let byAxe = #"""
        return axe.run({ resultTypes: ["violations"], ...arguments[0] }).then((found) =>
          found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`)));
        """#

    /// All of axe, and the target size (WCAG 2.2, 2.5.8), which is off by default.
    static let all = ["rules": ["target-size": ["enabled": true]]]

    /// The one that the dark colours can break.
    static let contrast = ["runOnly": ["color-contrast"]]

    /// Rules that axe does not check: one `h1` in a page, names for lists and menus, a group around radio buttons.
    static let others = #"""
        const faults = [];
        const isSeen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length;
        const show = (e) => e.outerHTML.slice(0, 120);
        const titles = document.querySelectorAll("h1").length;
        if (titles !== 1) faults.push(titles + " titles");
        for (const e of document.querySelectorAll("nav, [role=menu], [role=list], [role=radiogroup]")) {
          if (isSeen(e) && !e.ariaLabel?.trim()) faults.push("no name: " + show(e));
        }
        for (const e of document.querySelectorAll("[role=radio]")) {
          if (!e.closest("[role=radiogroup], [role=list]")) faults.push("no group round: " + show(e));
        }
        return faults;
        """#
}

extension Browser {
    /// Accessibility faults of the page; empty if there are none.
    func accessibilityFaults() async throws -> [String] {
        let others = try await run(AccessibilityRules.others) as? [String]
        return try await faultsByAxe(AccessibilityRules.all) + (others ?? ["no answer"])
    }

    /// Faults of the page's dark colours; leaves the page in its light ones.
    func darkFaults() async throws -> [String] {
        try await prefer(dark: true)
        try await wait(for: "!document.getAnimations().some((e) => e instanceof CSSTransition)")
        let faults = try await faultsByAxe(AccessibilityRules.contrast)
        try await prefer(dark: false)
        return faults.map { "dark: \($0)" }
    }

    private func faultsByAxe(_ options: [String: Any]) async throws -> [String] {
        // The driver's scripts run in spite of the page's Content-Security-Policy.
        if try await !holds("window.axe") { try await run(AccessibilityRules.source()) }
        return try await run(AccessibilityRules.byAxe, [options]) as? [String]
            ?? ["axe gives no answer"]
    }

    /// Console errors since the last call, policy violations included. Without a session the page's first request is
    /// answered with 401, which is not an error.
    func problems() async throws -> [Message] {
        try await messages().filter {
            $0.level == "SEVERE"
                && !($0.text.contains("/api/v1/session ") && $0.text.contains("401"))
        }
    }
}
