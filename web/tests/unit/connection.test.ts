import { beforeEach, describe, expect, it } from 'vitest';
import { CommandError, Connection, type SocketLike } from '../../src/lib/connection';

// The world outside as the test's own: sockets it opens and closes, and a clock it moves.
class Socket implements SocketLike {
  sent: Record<string, unknown>[] = [];
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.onclose?.(null as never);
  }
  open() {
    this.onopen?.(null as never);
  }
  tell(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
}

let sockets: Socket[];
let timers: { run: () => void; at: number }[];
let now: number;
let told: unknown[][];
let connection: Connection;

function pass(ms: number) {
  now += ms;
  for (const timer of timers.filter((one) => one.at <= now)) {
    timers = timers.filter((one) => one !== timer);
    timer.run();
  }
}

beforeEach(() => {
  sockets = [];
  timers = [];
  told = [];
  now = 0;
  const tell = (name: string) => (...what: unknown[]) => void told.push([name, ...what]);
  connection = new Connection(
    { status: tell('status'), tables: tell('tables'), state: tell('state'), event: tell('event'), search: tell('search'), gone: tell('gone') },
    {
      open: () => {
        sockets.push(new Socket());
        return sockets.at(-1)!;
      },
      later: (run, ms) => {
        const timer = { run, at: now + ms };
        timers.push(timer);
        return timer;
      },
      forget: (timer) => void (timers = timers.filter((one) => one !== timer)),
    },
  );
  connection.start();
});

describe('commands', () => {
  it('waits for the line, then for the answer', async () => {
    const answer = connection.command('new_game', { clock: null });
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.open();
    expect(sockets[0]!.sent).toEqual([{ do: 'new_game', call: 1, clock: null }]);
    sockets[0]!.tell({ answer: 1, ok: true, table: 't1' });
    expect((await answer).table).toBe('t1');
  });
  it('hands on what the server refuses', async () => {
    sockets[0]!.open();
    const answer = connection.command('move', { uci: 'e2e5' });
    sockets[0]!.tell({ answer: 1, ok: false, error: { what: 'Not legal', where: 'uci' } });
    await expect(answer).rejects.toThrow('Not legal (uci)');
  });
  it('refuses a command whose answer was lost, and keeps one that was never sent', async () => {
    sockets[0]!.open();
    const lost = connection.command('move');
    sockets[0]!.close();
    await expect(lost).rejects.toBeInstanceOf(CommandError);
    const kept = connection.command('resign');
    pass(250);
    sockets[1]!.open();
    expect(sockets[1]!.sent.map((one) => one.do)).toEqual(['resign']);
    sockets[1]!.tell({ answer: 2, ok: true });
    await kept;
  });
});

describe('tables', () => {
  beforeEach(() => {
    connection.watch('t1');
    sockets[0]!.open();
    sockets[0]!.tell({ table: 't1', seq: 40, state: { kind: 'game' } });
  });
  it('takes events in their order', () => {
    sockets[0]!.tell({ table: 't1', seq: 41, event: { kind: 'moved' } });
    sockets[0]!.tell({ table: 't1', search: { of: 'white' } });
    expect(told.slice(-2).map((one) => one[0])).toEqual(['event', 'search']);
  });
  it('asks for everything when a number is missing', () => {
    sockets[0]!.tell({ table: 't1', seq: 43, event: { kind: 'moved' } });
    expect(told.some((one) => one[0] === 'event')).toBe(false);
    expect(sockets[0]!.sent.filter((one) => one.do === 'watch')).toHaveLength(2);
  });
  it('ignores tables it does not watch', () => {
    sockets[0]!.tell({ table: 't2', seq: 1, state: { kind: 'game' } });
    expect(told.filter((one) => one[0] === 'state')).toHaveLength(1);
  });
  it('watches again on a new line, and takes nothing before the state', () => {
    sockets[0]!.close();
    pass(250);
    sockets[1]!.open();
    expect(sockets[1]!.sent.map((one) => [one.do, one.table])).toEqual([['watch', 't1']]);
    sockets[1]!.tell({ table: 't1', seq: 90, event: { kind: 'moved' } });
    expect(told.some((one) => one[0] === 'event')).toBe(false);
    sockets[1]!.tell({ table: 't1', seq: 95, state: { kind: 'game' } });
    sockets[1]!.tell({ table: 't1', seq: 96, event: { kind: 'moved' } });
    expect(told.at(-1)![0]).toBe('event');
  });
  it('says when a table is gone', async () => {
    sockets[0]!.close();
    pass(250);
    sockets[1]!.open();
    sockets[1]!.tell({ answer: sockets[1]!.sent[0]!.call, ok: false, error: { what: 'There is no such table.', where: 'table' } });
    await Promise.resolve();
    await Promise.resolve();
    expect(told.at(-1)).toEqual(['gone', 't1', { what: 'There is no such table.', where: 'table' }]);
  });
});

describe('a broken line', () => {
  it('waits longer each time, up to eight seconds, and starts over after success', () => {
    const waits: number[] = [];
    for (let i = 0; i < 8; ++i) {
      sockets.at(-1)!.close();
      const wait = Math.min(...timers.map((one) => one.at)) - now;
      waits.push(wait);
      pass(wait);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    sockets.at(-1)!.open();
    sockets.at(-1)!.close();
    expect(timers[0]!.at - now).toBe(250);
  });
  it('can be tried at once', () => {
    sockets[0]!.close();
    connection.retryNow();
    expect(sockets).toHaveLength(2);
    pass(10_000);
    expect(sockets).toHaveLength(2);
  });
  it('notices a server that has gone silent', async () => {
    sockets[0]!.open();
    pass(15_000);
    expect(sockets[0]!.sent.at(-1)!.do).toBe('ping');
    pass(5_000);
    expect(told.at(-1)).toEqual(['status', 'lost']);
  });
  it('goes on pinging a server that answers', async () => {
    sockets[0]!.open();
    pass(15_000);
    sockets[0]!.tell({ answer: sockets[0]!.sent.at(-1)!.call, ok: true });
    await Promise.resolve();
    await Promise.resolve();
    pass(5_000);
    expect(told.at(-1)).toEqual(['status', 'open']);
    pass(10_000);
    expect(sockets[0]!.sent.filter((one) => one.do === 'ping')).toHaveLength(2);
  });
});
