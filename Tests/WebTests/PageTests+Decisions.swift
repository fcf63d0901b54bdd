import Foundation
import Testing

/// Decisions that modules of the page make without the page: each case is a call and its result.
extension BrowserTests.PageTests {
    private struct Decision {
        let module: String
        /// An expression, in which `m` is the module.
        let call: String
        let result: String

        init(_ module: String, _ call: String, _ result: String) {
            (self.module, self.call, self.result) = (module, call, result)
        }
    }

    private static let decisions: [Decision] = {
        let order = "const t = (q) => q.entries.map((e) => e.item).join('');"
        let chapters = "{ chapters: [{ startTime: 0, title: 'a' }, { startTime: 30, title: 'b' }] }"
        let sections =
            "[...'#ABÖ'].concat([...'БВעאهو雨']).map((title, offset) => ({ title, offset, count: 1 }))"
        // A finger that goes below the strip, to its middle, above it, and leaves it: where the list is shown, and the letter
        // beside the finger. The strip has no room for all letters.
        let dragged = """
            const sections = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((title, at) => ({ title, offset: at * 10, count: 10 }));
            const fetching = window.fetch, places = [];
            window.fetch = async () => new Response(JSON.stringify({ items: sections }), { headers: { 'Content-Type': 'application/json' } });
            const strip = m.alphabet('/songs', {}, { show: (offset) => places.push(offset) });
            window.fetch = fetching;
            strip.style = 'position: fixed; top: 100px; height: 200px; width: 20px';
            document.body.append(strip);
            const drawn = () => (strip.querySelector('button') ? null : new Promise(requestAnimationFrame).then(drawn));
            return Promise.resolve(drawn()).then(() => {
                const buttons = [...strip.querySelectorAll('button')];
                const [top, bottom] = [buttons[0].getBoundingClientRect().top, buttons.at(-1).getBoundingClientRect().bottom];
                const bubble = strip.querySelector('.alphabet-letter');
                const touch = (name, clientY) => strip.dispatchEvent(new PointerEvent(name, { pointerId: 7, pointerType: 'touch', clientY, bubbles: true }));
                const letters = [bottom + 50, (top + bottom) / 2, top - 50].map((y, at) => {
                    if (!at) touch('pointerdown', y);
                    touch('pointermove', y);
                    return places.at(-1) + ':' + bubble.textContent;
                });
                touch('pointerup', top);
                strip.remove();
                return [...letters, bubble.hidden ? 'hidden' : 'shown'].concat(buttons.length < 26 ? [] : 'all').join();
            });
            """
        return [
            // Songs moved by hand are there again after shuffling, songs added since behind them.
            Decision(
                "playqueue",
                "\(order) let q = m.moved(m.replaced(m.emptyQueue(), [...'abcd']), 3, 0); q = m.shuffled(q, 'songs'); q = m.inserted(q, ['x'], 'next'); q = m.shuffled(q, 'songs'); return t(m.shuffled(q, 'off'))",
                "dabcx"),
            Decision(
                "playqueue",
                "\(order) const q = m.replaced({ ...m.emptyQueue(), shuffle: 'songs' }, [...'abc'], 1); return t(q)[0] + t(m.shuffled(q, 'off')) + m.shuffled(q, 'off').index",
                "babc1"),
            Decision("chapters", "return m.chapterAt(\(chapters), 29).title", "a"),
            Decision("chapters", "return m.chapterAfter(\(chapters), 29).title", "b"),
            Decision("chapters", "return m.chapterAfter(\(chapters), 31)", "null"),
            Decision(
                "chapters",
                "return [2, 4, 31, 34].map((at) => m.startBefore(\(chapters), at)).join()",
                ",0,0,30"),
            Decision("chapters", "return [m.chapterAt(null, 1), m.startBefore({}, 9)].join()", ","),
            Decision(
                "alphabet", "return m.letters(\(sections)).map((s) => s.title).join('')", "#ABÖБעه雨"
            ),
            Decision(
                "alphabet",
                "return m.thinned([...'abcdefghi'], 4).join('') + m.thinned([...'ab'], 4).join('')",
                "adfiab"),
            Decision("alphabet", dragged, "250:Z,130:N,0:A,hidden"),
            Decision("completion", "return m.endOf('gen').kind", "property"),
            Decision("completion", "return m.endOf('genre ').kind", "comparison"),
            Decision("completion", "return m.endOf('genre = P').kind", "value"),
            Decision("completion", "return m.endOf('(genre = \"Hip ho').begun", "Hip ho"),
            Decision("completion", "return m.endOf('genre = Pop a').kind", "joint"),
            Decision("completion", "return m.endOf('genre = Pop and ye').kind", "property"),
            Decision(
                "completion",
                "return m.completions('genre = F').then((r) => r.before + r.offers.join())",
                "genre = \"Folk\""),
            Decision(
                "completion", "return m.completions('year is').then((r) => r.offers.join())",
                "is missing,is exactly"),
            Decision(
                "format", "return [0, 0.4, 59].map(m.formatLength).join()", "0 sec,1 sec,1 min"),
            Decision(
                "format",
                "return m.qualityOf({ videoCodec: 'h264', bitRate: 69, fileSize: 1e6, playbackDuration: 8 })",
                "H264 · 1,000 kbit/s"),
            Decision(
                "format",
                "return ['audioBook', 'podcast', 'music'].map((kind) => m.pictureOf({ mediaType: [kind] })).join()",
                "book,podcast,song"),
            Decision("title", "return m.titleFor('Albums', null)", "Albums – Phonolith"),
            Decision(
                "title", "return m.titleFor('Albums', { title: 'Snow', artist: 'Mara' })",
                "Snow · Mara – Phonolith"),
            Decision(
                "subtitles", "return m.labelOf({ number: 2, language: 'de', label: 'de.forced' })",
                "German · forced"),
            Decision("subtitles", "return m.labelOf({ number: 2 })", "Subtitles 2"),
            Decision(
                "forms",
                "localStorage.setItem('phonolith.bitRate', 128); const a = [m.addressToPlay({ persistentID: 1, bitRate: 900 }), m.addressToPlay({ persistentID: 1, bitRate: 128 }), m.canBeWhole({ bitRate: 900, playbackDuration: 1 })]; localStorage.removeItem('phonolith.bitRate'); return a.map((x) => String(x).split('/').at(-1)).join()",
                "stream?format=mp3&bitRate=128,stream,false"),
            Decision(
                "forms",
                "localStorage.setItem('phonolith.filmBitRate', 1000); const a = [[9e6, 60], [1e6, 60], [undefined, 60]].map(([fileSize, playbackDuration]) => m.isAboveLimit({ videoCodec: 'h264', fileSize, playbackDuration })); localStorage.removeItem('phonolith.filmBitRate'); return a.join()",
                "true,false,true"),
            // Where one points with a finger, all of a row plays, once, and nothing small is in the way.
            Decision(
                "tracks",
                "const old = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, 'matches'); Object.defineProperty(MediaQueryList.prototype, 'matches', { get: () => true, configurable: true }); let plays = 0; const row = m.row({ persistentID: '1', title: 'a', artist: 'b', artistPersistentID: '2', isAvailable: true }, { play: () => plays++ }); Object.defineProperty(MediaQueryList.prototype, 'matches', old); row.querySelector('.time').click(); row.querySelector('.title').click(); return [plays, row.querySelectorAll('a').length].join()",
                "2,0"),
            Decision(
                "views/duplicates",
                "const items = Array.from({ length: 12 }, (_, id) => ({ persistentID: String(id), title: 'a', path: '/a', fileSize: 1 })); const group = m.showGroup({ items: items.slice(0, 8), count: 12 }, async () => ({ items })); document.body.append(group); const first = group.querySelectorAll('.row').length; group.querySelector('li:last-child button').click(); return new Promise((done) => setTimeout(done)).then(() => { const all = group.querySelectorAll('.row').length; group.remove(); return [first, all].join(); })",
                "8,12"),
            // Sizes follow the font that one has chosen in the browser.
            Decision(
                "virtual",
                "const root = document.documentElement; const size = () => getComputedStyle(document.querySelector('.rail-link')).fontSize; root.style.fontSize = '32px'; const found = [m.fontScale(), size()]; root.style.fontSize = ''; return [...found, m.fontScale(), size()].join()",
                "2,30px,1,15px"),
            Decision(
                "dom",
                "return m.names(['1998', 'موسيقى', '2 songs']).querySelectorAll('bdi').length", "3"),
            Decision(
                "dom", "return m.names([undefined, 'one', '']).outerHTML",
                "<span dir=\"auto\" title=\"one\">one</span>"),
        ]
    }()

    @Test("The page's modules decide as a person expects")
    func decisions() async throws {
        let browser = try await household.visit("/")
        for decision in Self.decisions {
            let result = try await browser.run(
                "const base = document.querySelector('script[type=module]').src.replace('app.js', ''); return import(base + '\(decision.module).js').then((m) => { \(decision.call) }).then(String)"
            )
            #expect(result as? String == decision.result, "\(decision.module): \(decision.call)")
        }
        try await browser.stop()
    }
}
