import Foundation

/// What can be checked of accessibility without an ear: the rules of axe-core, and some that it has not.
enum AccessibilityRules {
    /// axe-core as `scripts/setup tests` installs it, a file of a Python package.
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

    /// Asks axe for the faults of the page, as texts: each of its rules, and that what is touched is large enough
    /// (WCAG 2.2, 2.5.8), which it does not check unless asked.
    static let byAxe = #"""
        return axe.run({ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }).then((found) =>
          found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`)));
        """#

    /// Returns faults that axe does not look for: a page has one title, and what holds choices has a name and holds them.
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
    /// What is wrong with the page for those who cannot see it, or not well; empty for nothing.
    func accessibilityFaults() async throws -> [String] {
        // Scripts of the driver run whatever the page's policy is.
        if try await !holds("window.axe") { try await run(AccessibilityRules.source()) }
        let byAxe = try await run(AccessibilityRules.byAxe) as? [String]
        let others = try await run(AccessibilityRules.others) as? [String]
        return (byAxe ?? ["axe gives no answer"]) + (others ?? ["no answer"])
    }

    /// What the console has of errors since the last call, violations of the page's policy among them. Without a session the
    /// page's first question is answered by 401, which is none.
    func problems() async throws -> [Message] {
        try await messages().filter {
            $0.level == "SEVERE"
                && !($0.text.contains("/api/v1/session ") && $0.text.contains("401"))
        }
    }
}
