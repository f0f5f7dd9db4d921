#!/usr/bin/env bash
# vitrine serve from outside: its options, its address, slow clients by the hundred, and its end.
set -u
source "$(dirname "$0")/../support/expect.sh" "$1" serve
cd "$work" || exit 1
export XDG_CONFIG_HOME=$work/config

# start ARGUMENTS...: a server in the background; $pid and $url are its.
start() {
  rm -f url  # the last one's
  "$vitrine" serve --port 0 "$@" >url 2>err </dev/null &
  pid=$!
  until [[ -s url ]] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
  url=$(tail -1 url)
}

stop() {
  kill -INT "$pid"
  wait "$pid"
  local status=$?
  [[ $status == 0 ]] || fail "$1: Ctrl-C gives exit status $status"
}

expect "help" 0 'vitrine serve --open' --help
expect "an open door" 2 'token' --host 0.0.0.0
expect "a host name" 2 'not an IP address' --host example.org --token
expect "no such port" 2 'port' --port 70000
expect "no such list" 2 'nowhere.toml' --engines nowhere.toml
printf '[[engine]]\nname = "A"\ncommand = "true"\nprotocol = "telnet"\n' >bad.toml
expect "a bad protocol" 2 'bad.toml.*uci' --engines bad.toml
printf '[[engine]]\nname = "A"\n' >bad.toml
expect "no command" 2 'needs a command' --engines bad.toml
printf '[[engine]\n' >bad.toml
expect "bad TOML" 2 'bad.toml' --engines bad.toml

# Engines of the user's configuration; one of them is not there.
mkdir -p config/vitrine
ln -s "$vitrine" thinker  # a name of its own: other tests run the same program at the same time
cat >config/vitrine/engines.toml <<TOML
[[engine]]
name = "Our own mailbox"
command = ["$work/thinker", "uci", "--engine", "mailbox"]
protocol = "uci"

[[engine]]
name = "Missing"
command = "no-such-engine"
TOML
start
[[ $url =~ ^http://127\.0\.0\.1:[0-9]+/$ ]] || fail "the address: $url"
grep -q 'Missing did not start' err || fail "no word on the engine that isn't there"
python3 - "$url" "$work" <<'PYTHON' || fail "the page and the questions"
import json, sys, urllib.error, urllib.request

url, work = sys.argv[1:]

def ask(path, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    more = {} if body is None else {"Content-Type": "application/json", "X-Vitrine": "1"}
    request = urllib.request.Request(url + path, data, {**more, **headers})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()

status, page = ask("")
assert status == 200 and b"Vitrine" in page, page
roster = json.loads(ask("api/roster")[1])
ids = [engine["id"] for engine in roster["engines"]]
assert ids[-2:] == ["our-own-mailbox", "missing"], ids
assert work not in json.dumps(roster), "a path is told"
status, sheet = ask("api/worksheet", {"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})
sheet = json.loads(sheet)
assert status == 200 and len(sheet["moves"]) == 20, sheet
status, value = ask("api/evaluation", {"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})
assert status == 200 and json.loads(value)["value"] > 0, value
status, error = ask("api/game", {"fen": "nonsense"})
assert status == 400 and json.loads(error)["error"]["where"].startswith("fen"), error
assert ask("", headers={"Host": "rebind.example"})[0] == 403
PYTHON

# What the command line prints is what the server answers.
"$vitrine" eval --json "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" >eval.json
python3 - "$url" eval.json <<'PYTHON' || fail "another evaluation than on the command line"
import json, sys, urllib.request
body = json.dumps({"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}).encode()
request = urllib.request.Request(sys.argv[1] + "api/evaluation", body, {"Content-Type": "application/json", "X-Vitrine": "1"})
answer = json.load(urllib.request.urlopen(request, timeout=60))
printed = json.load(open(sys.argv[2]))
for key, value in printed.items():
    assert answer[key] == value, (key, value, answer[key])
PYTHON

# A thousand clients that send a header a byte at a time, and come again when they are thrown out.
python3 - "$url" <<'PYTHON' || fail "slow clients"
import asyncio, resource, sys, time, urllib.parse

place = urllib.parse.urlparse(sys.argv[1])
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
count = min(1000, min(4096, hard) - 100)

started = set()
all_started = asyncio.Event()

async def drip(number, stop):
    while not stop.is_set():
        try:
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            started.add(number)
            if len(started) == count:
                all_started.set()
            for byte in b"GET / HTTP/1.1\r\nHost: " + b"x" * 1000:
                writer.write(bytes([byte]))
                await writer.drain()
                try:
                    await asyncio.wait_for(stop.wait(), 1)
                    break
                except asyncio.TimeoutError:
                    pass
            writer.close()
        except OSError:
            await asyncio.sleep(1)

async def ask():
    begin = time.monotonic()
    for attempt in range(3):  # one that was just let in may have to make way itself
        try:
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            writer.write(f"GET / HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n".encode())
            answer = await asyncio.wait_for(reader.read(), 10)
            writer.close()
            if answer.startswith(b"HTTP/1.1 200"):
                return time.monotonic() - begin
        except (OSError, asyncio.TimeoutError):
            pass
    raise AssertionError("a normal client was not served")

async def main():
    stop = asyncio.Event()
    slow = [asyncio.create_task(drip(number, stop)) for number in range(count)]
    await asyncio.wait_for(all_started.wait(), 60)
    times = []
    for _ in range(100):
        times.append(await ask())
        await asyncio.sleep(0.02)
    stop.set()
    await asyncio.gather(*slow, return_exceptions=True)
    times.sort()
    print(f"{count} slow clients: a normal one waits {times[50] * 1000:.1f} ms, at most {times[-1] * 1000:.1f} ms")
    assert times[50] < 0.1, times  # the clients of this test share one thread, which has its own hiccups

asyncio.run(main())
PYTHON
stop "after slow clients"

# With a token, and with an engine that thinks when the end comes: nothing of it stays.
start --token
[[ $url =~ /\?token=[0-9a-f]{32}$ ]] || fail "the address with a token: $url"
python3 - "$url" <<'PYTHON' || fail "a token"
import json, socket, sys, urllib.error, urllib.parse, urllib.request
url = sys.argv[1]
place = urllib.parse.urlparse(url)
try:
    urllib.request.urlopen(f"http://{place.netloc}/", timeout=60)
    raise SystemExit("let in without a token")
except urllib.error.HTTPError as error:
    assert error.code == 401, error
from http.cookiejar import CookieJar
jar = CookieJar()
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
assert opener.open(url, timeout=60).status == 200
(cookie,) = jar
wire = socket.create_connection((place.hostname, place.port))
wire.sendall((f"GET /live HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: http://{place.netloc}\r\nUpgrade: websocket\r\n"
              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
              f"Cookie: {cookie.name}={cookie.value}\r\n\r\n").encode())
received = b""
while b"\r\n\r\n" not in received:  # a client may not speak before the server has switched
    block = wire.recv(65536)
    assert block, received
    received += block
command = json.dumps({"do": "new_game", "call": 1, "white": {"engine": "our-own-mailbox", "limit": {"depth": 30}},
                      "black": {"human": True}}).encode()
command = command.ljust(200)  # long enough for a length of two bytes
wire.sendall(bytes([0x81, 0xFE]) + len(command).to_bytes(2, "big") + b"\0\0\0\0" + command)
while b'"ok":true' not in received:
    block = wire.recv(65536)
    assert block, received
    received += block
PYTHON
for _ in $(seq 200); do
  pgrep -f "$work/thinker uci" >/dev/null && break
  sleep 0.05
done
pgrep -f "$work/thinker uci" >/dev/null || fail "no engine thinks"
stop "with an engine that thinks"
pgrep -f "$work/thinker uci" >/dev/null && fail "an engine outlives the server"

finish
