import PhonolithStore
import Testing

/// Addresses of libraries on a server, and the parts of them that are shown.
@Suite struct ServerAddressTests {
    @Test(
        "addresses of servers are told from files, and shown without passwords",
        arguments: [
            ("postgres://music@db/music", "postgres://music@db/music"),
            (
                "postgresql://music:geheim@db:5433/music?sslmode=require",
                "postgresql://music@db:5433/music"
            ),
            ("postgres://music:a%40b@[::1]/music", "postgres://music@[::1]/music"),
            ("postgres://[2001:db8::1]:5432/music", "postgres://[2001:db8::1]:5432/music"),
            ("postgres://compass:5432/music", "postgres://compass:5432/music"),
            ("postgres://one:1,two:2/d", "postgres://one:1,two:2/d"),
            ("postgres:///music?host=/run/pg&user=a", "postgres:///music?host=/run/pg&user=a"),
            (
                "postgres://db/music?user=a&password=geheim&sslmode=require",
                "postgres://db/music?user=a"
            ),
            ("host=db dbname=music password='ge heim' user=a", "host=db user=a dbname=music"),
            ("service=music", "service=music"),
            ("host=@pg dbname=d", "host=@pg dbname=d"),
            ("host=db password=abc&def", "host=db"),
            (#"password='a\'b c' host=db"#, "host=db"),
            (#"password=my\ secret host=db"#, "host=db"),
            ("postgres://u:p@ss@h/d", "postgres://***"),
            ("postgres://u:p/ss@h/d", "postgres://***"),
            ("postgres://u:p@ss:w/o?r#d@h:5544/d", "postgres://***"),
            ("postgres://h:5544/d?user=a@b", "postgres://h:5544/d?user=a@b"),
            ("postgres://u:123@h/d", "postgres://u@h/d"),
            ("postgres://u:pa?ss@h/d", "postgres://u@h/d"),
            ("postgres://h/d?user=a&passwor%64=b", "postgres://h/d?user=a"),
            (" postgres://u:secret@h/d", " postgres://***"),
            ("postgres:/u:secret@h/d", "postgres:/***"),
            ("postgres//u:secret@h/d", "postgres//***"),
            ("postgres//h/d", "postgres//***"),
            ("mysql://u:secret@h/d", "mysql://***"),
            ("postgres://u:secret/music", "postgres://***"),
            ("postgres://h/d?user=a;password=secret", "postgres://***"),
            ("postgres://h/d#password=secret", "postgres://***"),
            ("postgres://h/d?password=se&cret", "postgres://***"),
            ("jdbc:postgresql://h/d?password=secret", "jdbc:postgresql://***"),
            ("jdbc:postgresql://u:secret@h/d", "jdbc:postgresql://***"),
            ("host= password=secret user=u", "host=***"),
            ("host=db;port=1;password=secret;x", "host=***"),
            ("host='db password=secret dbname=d", "host=***"),
            ("dbname=postgres://h/d?password=secret", "dbname=***"),
            ("password='it''s secret' host=h", "password=***"),
            ("host=db password:secret", "host=***"),
            ("host=passage user=u", "host=passage user=u"),
            ("host=h pasword=secret user=u", "host=***"),
            ("host=h passphrase secret", "host=***"),
            ("host=h user=u:secret@x", "host=***"),
            ("dbname=postgres://u:secret@h/d user=u", "dbname=***"),
            ("postgres://u:12345/6?7@host/db", "postgres://***"),
            ("postgres://u:12/ss@h/d", "postgres://***"),
            ("postgres://a/b:secret@h/d", "postgres://***"),
            ("postgres://u@x:secret@h/d", "postgres://***"),
            ("host=h password=ab://cd user=u", "host=h user=u"),
            ("host=h password=geheim application_name=http://x", "host=h"),
            ("Postgres://u:p@h/d", "Postgres://***"),
            ("host=h PASSWORD=abc user=u", "host=***"),
            ("host=h password = abc def user=u", "host=***"),
            ("host=h passfile=/p user=u", "host=h user=u"),
            ("sslmode=require host=db", "host=db"),
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
