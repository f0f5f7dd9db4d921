#!/usr/bin/env bash
# `vitrine xboard` from outside, for every exhibit: the conversation a GUI has, signals, silence, the end of input.
# $1 is the vitrine binary.
exec python3 - "$1" <<'PYTHON'
import queue, signal, subprocess, sys, threading, time

VITRINE = sys.argv[1]
PATIENCE = 20  # seconds, for a busy machine; only a failure waits so long
failures = 0


def check(ok, what):
    global failures
    if not ok:
        failures += 1
        print("FAILED:", what, file=sys.stderr)


class Engine:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([VITRINE, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return time.monotonic()

    def until(self, beginning):
        """The lines up to one that starts so, and when that came."""
        seen = []
        while True:
            try:
                when, line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"no '{beginning}' after {seen}") from None
            seen.append(line)
            if line is None:
                raise AssertionError(f"the end before '{beginning}' after {seen}")
            if line.startswith(beginning):
                return seen, when

    def leave(self, how):
        if how == "quit":
            self.say("quit")
        self.process.stdin.close()
        return self.process.wait(PATIENCE)


def moves(lines):
    return [line for line in lines if line.startswith("move ")]


def converse(name):
    engine = Engine("xboard", "--engine", name)
    engine.say("xboard", "protover 2")
    lines, _ = engine.until("feature done=1")
    check(any('myname="Vitrine' in line for line in lines), f"{name}: its name")
    engine.say("accepted setboard", "rejected san", "new", "random", "level 40 5 0", "post", "easy", "ping 1")
    lines, _ = engine.until("pong 1")
    check(lines == ["pong 1"], f"{name}: {lines} after new")

    # Moves taken back, and the other side.
    engine.say("force", "e2e4", "e7e5", "undo", "undo", "st 0.2", "go", "ping 2")
    lines, _ = engine.until("pong 2")
    check(len(moves(lines)) == 1, f"{name}: {lines} after undo and go")
    engine.say("new", "level 40 0:30 0", "time 3000", "otim 3000", "usermove d2d4", "ping 3")
    check(len(moves(engine.until("pong 3")[0])) == 1, f"{name}: a move by the clock")
    engine.say("remove", "level 0 1 0.1", "time 200", "otim 200", "usermove e2e4", "ping 4")
    check(len(moves(engine.until("pong 4")[0])) == 1, f"{name}: a move after remove")

    # At most a second; and at once when asked, a draw offer in between.
    started = engine.say("new", "st 1", "go")
    _, moved = engine.until("move ")
    check(moved - started < 3, f"{name}: {moved - started:.2f} s for st 1")
    engine.say("new", "level 1 60 0", "go", "draw")
    time.sleep(0.2)
    asked = engine.say("?")
    _, moved = engine.until("move ")
    delay = max(moved - asked, 0) * 1000  # some have long moved
    check(delay < 1000, f"{name}: moved {delay:.0f} ms after '?'")

    # A result while thinking, then another game.
    engine.say("new", "level 1 60 0", "go", "result 1-0 {White resigns}", "new", "st 0.1", "usermove g1f3", "ping 5")
    check(len(moves(engine.until("pong 5")[0])) <= 2, f"{name}: moves after a result")

    # Pondering: pings are answered at once.
    engine.say("new", "hard", "st 0.2", "usermove e2e4")
    engine.until("move ")
    asked = engine.say("ping 6")
    _, came = engine.until("pong 6")
    check(came - asked < 2, f"{name}: a ping while pondering took {came - asked:.2f} s")

    # Analysis.
    engine.say("new", "force", "analyze", "usermove e2e4", ".", "undo", "setboard 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "exit", "ping 7")
    lines, _ = engine.until("pong 7")
    check(any(line.startswith("stat01: ") for line in lines), f"{name}: {lines} in analysis")
    check(not moves(lines), f"{name}: moves in analysis")

    # What is wrong is named.
    engine.say("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "usermove e2e4", "foo", "ping 8")
    lines, _ = engine.until("pong 8")
    check([line.split(":")[0] for line in lines[:3]] ==
          ["tellusererror Illegal position", "Illegal move (the position is illegal)", "Error (unknown command)"],
          f"{name}: {lines}")

    # Signals of old GUIs.
    engine.say("new", "level 1 60 0", "go")
    for _ in range(50):
        engine.process.send_signal(signal.SIGINT)
    engine.say("force", "ping 9")
    engine.until("pong 9")

    # Goodbye in the middle of a thought, either way.
    engine.say("new", "level 1 60 0", "go")
    check(engine.leave("end of input") == 0, f"{name}: exit status at the end of input")
    engine = Engine("xboard", "--engine", name)
    engine.say("xboard", "new", "level 1 60 0", "hard", "go")
    check(engine.leave("quit") == 0, f"{name}: exit status after quit")
    print(f"{name}: moved {delay:.0f} ms after '?'")


for name in ["random", "evil", "mailbox", "negamax", "challenger"]:
    try:
        converse(name)
    except AssertionError as error:
        check(False, f"{name}: {error}")

# The program hears which protocol is spoken.
engine = Engine()
engine.say("xboard", "protover 2")
engine.until("feature done=1")
check(engine.leave("quit") == 0, "plain vitrine under xboard")

for arguments, words in [
    (["--engine", "nobody"], "there is no 'nobody'"),
    (["--option", "Nonsense=1"], "No such option: Nonsense"),
    (["--option", "Hash=lots"], "Hash must be a whole number"),
    (["e2e4"], "unexpected argument"),
]:
    done = subprocess.run([VITRINE, "xboard", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    check(done.returncode == 2 and words in done.stderr, f"{arguments}: {done}")
done = subprocess.run([VITRINE, "xboard", "--option", "Hash=64"], input="ping 1\nquit\n", capture_output=True, text=True)
check(done.returncode == 0 and done.stdout == "pong 1\n", f"--option: {done}")

print("all good" if failures == 0 else f"{failures} failures")
sys.exit(failures > 0)
PYTHON
