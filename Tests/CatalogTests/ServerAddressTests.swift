import Catalog
import Testing

/// Addresses of libraries on a server, and the parts of them that are shown.
@Suite struct ServerAddressTests {
    @Test(
        "addresses of servers are told from files, and shown without passwords",
        arguments: [
            ("postgres://music@db/music", "postgres://music@db/music"),
            (
                "postgresql://music:geheim@db:5433/music?sslmode=require",
                "postgresql://music@db:5433/music?sslmode=require"
            ),
            ("postgres://music:a%40b@[::1]/music", "postgres://music@[::1]/music"),
            (
                "postgres://db/music?user=a&password=geheim&x=1",
                "postgres://db/music?user=a&password=***&x=***"
            ),
            (
                "host=db dbname=music password='ge heim' user=a",
                "host=db dbname=music password=*** user=a"
            ),
            ("service=music", "service=music"),
            ("host=db password=abc&def", "host=db password=***"),
            (#"password='a\'b c' host=db"#, "password=*** host=db"),
            (#"password=my\ secret host=db"#, "password=*** host=db"),
            ("postgres://u:p@ss@h/d", "postgres://u@h/d"),
            ("postgres://u:p/ss@h/d", "postgres://u@h/d"),
            ("postgres://u:p@ss:w/o?r#d@h:5544/d", "postgres://u@h:5544/d"),
            ("postgres://h:5544/d?user=a@b", "postgres://h:5544/d?user=a@b"),
            ("postgres://u:123@h/d", "postgres://u@h/d"),
            ("postgres://u:pa?ss@h/d", "postgres://u@h/d"),
            ("postgres://u:12?34@h/d", "postgres://u@h/d"),
            ("postgres://h/d?user=a&passwor%64=b", "postgres://h/d?user=a&passwor%64=***"),
            (" postgres://u:secret@h/d", " postgres://u@h/d"),
            ("postgres:/u:secret@h/d", "postgres:/u@h/d"),
            ("postgres//u:secret@h/d", "postgres//u@h/d"),
            ("mysql://u:secret@h/d", "mysql://u@h/d"),
            ("postgres://u:secret/music", "postgres://u/music"),
            ("postgres://h/d?user=a;password=secret", "postgres://h/d?user=a;password=***"),
            ("postgres://h/d#password=secret", "postgres://h/d#password=***"),
            ("postgres://h/d?password=se&cret", "postgres://h/d?password=***"),
            ("jdbc:postgresql://h/d?password=secret", "jdbc:postgresql://h/d?password=***"),
            ("host= password=secret user=u", "host= password=***"),
            ("host=db;port=1;password=secret;x", "host=db;port=1;password=***"),
            ("host='db password=secret dbname=d", "host='db password=***"),
            ("dbname=postgres://h/d?password=secret", "dbname=postgres://h/d?password=***"),
            ("password='it''s secret' host=h", "password=*** host=h"),
            ("host=db password:secret", "host=db password:***"),
            ("host=passage user=u", "host=passage user=u"),
            ("host=h pasword=secret user=u", "host=h pasword=*** user=u"),
            ("host=h password secret", "host=h password ***"),
            ("host=h user=u:secret@x", "host=h user=u@x"),
            ("dbname=postgres://u:secret@h/d user=u", "dbname=postgres@h/d user=u"),
            ("postgres://u:12345/6?7@host/db", "postgres://u@host/db"),
            ("postgres://u:12/ss@h/d", "postgres://u@h/d"),
            ("postgres://a/b:secret@h/d", "postgres://a/b@h/d"),
            ("postgres://u@x:secret@h/d", "postgres://u@x@h/d"),
            ("host=h password=ab://cd user=u", "host=h password=*** user=u"),
            (
                "host=h password=geheim application_name=http://x",
                "host=h password=*** application_name=http://x"
            ),
            ("postgres://h/d?user=a&PASSWORD=b", "postgres://h/d?user=a&PASSWORD=***"),
            ("Postgres://u:p@h/d", "Postgres://u@h/d"),
            ("host=h PASSWORD=abc user=u", "host=h PASSWORD=*** user=u"),
            ("host=h passwort=abc", "host=h passwort=***"),
            ("host=h password = abc def user=u", "host=h password = *** user=u"),
            ("host=h passfile=/p user=u", "host=h passfile=/p user=u"),
            ("sslmode=require host=db", "sslmode=require host=db"),
            ("/music/library.sqlite", nil), ("library.sqlite", nil), ("postgres:", nil),
            ("a=b.sqlite", nil), ("", nil),
        ])
    func addresses(text: String, shown: String?) {
        #expect(ServerAddress(text)?.shown == shown)
        #expect(ServerAddress(text)?.text == (shown == nil ? nil : text))
    }

    @Test(
        "the files of a library have one name for all roles, and spellings that name the host alike",
        arguments: [
            "postgresql://music:geheim@db:5432/music?sslmode=require",
            "host=db dbname=music user=backup", "port=5432 dbname='music' host=db",
        ])
    func files(address: String) {
        let path = Catalog.companion(".key", ofLibrary: "postgres://music@db/music")
        #expect(Catalog.companion(".key", ofLibrary: address) == path)
        #expect(Catalog.companion(".key", ofLibrary: "postgres://music@db/other") != path)
        #expect(Catalog.companion(".key", ofLibrary: "postgres://music@db:5433/music") != path)
    }
}
