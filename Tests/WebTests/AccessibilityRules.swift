/// What can be checked of accessibility without an ear: rules of WCAG 2.2 that a script can decide.
enum AccessibilityRules {
    /// Returns the faults of the page as texts.
    static let script = #"""
        const faults = [];
        const isSeen = (e) => e.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && e.getClientRects().length;
        const nameOf = (e) => (e.getAttribute("aria-label") || [...(e.labels ?? [])].map((l) => l.textContent).join(" ")
          || (e.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
          || e.innerText || e.textContent || e.title || "").trim();
        const show = (e) => e.outerHTML.slice(0, 120);
        for (const e of document.querySelectorAll("button, a[href], input, select, textarea, [role=button], [role=menu], dialog")) {
          if (isSeen(e) && !nameOf(e)) faults.push("no name: " + show(e));
        }
        for (const e of document.querySelectorAll("img")) if (!e.hasAttribute("alt")) faults.push("no alt: " + show(e));
        const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
        for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) faults.push("id twice: " + id);
        if (document.querySelectorAll("main").length !== 1) faults.push("not one main");
        if (document.querySelectorAll("h1").length !== 1 && !document.querySelector(".state")) faults.push("not one h1");
        if (!document.documentElement.lang) faults.push("no language");
        if (!document.title) faults.push("no title");
        for (const e of document.querySelectorAll("nav")) if (isSeen(e) && !e.getAttribute("aria-label")) faults.push("no name: " + show(e));
        for (const e of document.querySelectorAll("[role=listitem]")) if (!e.closest("[role=list]")) faults.push("no list round: " + show(e));
        for (const e of document.querySelectorAll("[role=radio]")) if (!e.closest("[role=radiogroup]") && !e.closest("[role=list]")) faults.push("no group round: " + show(e));
        for (const e of document.querySelectorAll("[aria-hidden=true]")) {
          if (e.querySelector("button, a[href], input, select, [tabindex='0']")) faults.push("hidden but reached by keys: " + show(e));
        }
        for (const e of document.querySelectorAll("[onclick]")) faults.push("inline script: " + show(e));
        const channels = (text) => { const found = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0]; return found.length > 3 ? found : [...found, 1]; };
        const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const behind = (e) => { for (let p = e; p; p = p.parentElement) { const c = channels(getComputedStyle(p).backgroundColor); if (c[3] > 0.9) return c; } return [255, 255, 255, 1]; };
        for (const e of document.querySelectorAll("body *")) {
          const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
          if (!own || !isSeen(e) || e.closest("svg, :disabled, option, [aria-hidden=true], .past, .unavailable")) continue;
          const style = getComputedStyle(e);
          const [a, b] = [light(channels(style.color)), light(behind(e))];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
          if (ratio < (isLarge ? 3 : 4.5)) faults.push(`contrast ${ratio.toFixed(2)}: ${show(e)}`);
        }
        for (const e of document.querySelectorAll("button, a[href], input, select")) {
          const box = e.getBoundingClientRect();
          if (isSeen(e) && box.width && (box.width < 16 || box.height < 12) && !e.closest(".alphabet, .row, p")) faults.push(`too small ${box.width}×${box.height}: ${show(e)}`);
        }
        return [...new Set(faults)].slice(0, 20);
        """#
}
