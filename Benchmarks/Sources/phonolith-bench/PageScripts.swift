/// The scripts in the page. Each measures until after a frame was painted.
enum PageScripts {
    /// An animation frame's callback runs before painting, and a message that it sends arrives after.
    private static let painted = """
        const painted = () => new Promise((done) => requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now());
          port2.postMessage(0);
        }));
        """

    /// Sets `firstView` to the time from the start of the navigation until the first covers or rows are painted.
    static let firstView = """
        (() => {
          \(painted)
          const watch = new MutationObserver(() => {
            if (!document.querySelector("#view :is(.tile, .row.track):not(.waiting)")) return;
            watch.disconnect();
            painted().then((time) => (window.firstView = time));
          });
          watch.observe(document, { childList: true, subtree: true });
        })();
        """

    /// Sets `typed` to the time of the last key and `shown` to that of the last change of the results.
    static let searches = """
        \(painted)
        document.querySelector("#search").addEventListener("input", (event) => (window.typed = event.timeStamp), true);
        new MutationObserver(() => {
          if (document.querySelector("#view .found")) painted().then((time) => (window.shown = time));
        }).observe(document.querySelector("#view"), { childList: true, subtree: true });
        """

    /// `jumpThrough` clicks each letter of the alphabet; `dragThrough` drags the scroll bar to the end in five seconds.
    static let scrolling = """
        \(painted)
        const view = document.querySelector("#view");
        const isShown = () => {
          const { top, bottom } = view.getBoundingClientRect();
          const rows = [...view.querySelectorAll(".virtual > *")].filter((row) => {
            const box = row.getBoundingClientRect();
            return box.bottom > top && box.top < bottom;
          });
          return rows.length > 5 && rows.every((row) => !row.classList.contains("waiting"));
        };
        const shown = async (from) => {
          let time = await painted();
          while (!isShown() && time < from + 30000) time = await painted();
          return time - from;
        };
        const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
        window.jumpThrough = async () => {
          const times = [];
          for (const letter of document.querySelectorAll(".alphabet button")) {
            const from = performance.now();
            letter.click();
            times.push(await shown(from));
          }
          return { count: times.length, slowest: Math.max(...times), median: median(times) };
        };
        window.dragThrough = async () => {
          const whole = view.scrollHeight - view.clientHeight;
          const frames = [];
          const from = performance.now();
          let last = await painted();
          while (last < from + 5000) {
            view.scrollTop = whole * Math.min(1, (last - from) / 5000);
            const time = await painted();
            frames.push(time - last);
            last = time;
          }
          view.scrollTop = whole;
          return { frames: frames.length, longest: Math.max(...frames), median: median(frames), settled: await shown(performance.now()) };
        };
        """
}
