// The line to the server: one WebSocket that mends itself. Commands given while the line is down wait for it; a command
// whose answer got lost with the line is refused aloud, since nobody knows whether it arrived. Tables being watched are
// watched again on each new line, and their full state then replaces whatever was missed.
import type { Message, SearchSample, ServerError, TableEvent, TableInfo, TableState } from './protocol';

export type Status = 'connecting' | 'open' | 'lost';

export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export interface Surroundings {
  open(): SocketLike;
  later(run: () => void, ms: number): unknown;
  forget(timer: unknown): void;
}

export interface Listener {
  status(status: Status): void;
  tables(tables: TableInfo[]): void;
  state(table: string, state: TableState): void;
  event(table: string, event: TableEvent): void;
  search(table: string, sample: SearchSample): void;
  gone(table: string, error: ServerError): void;
}

export class CommandError extends Error {
  constructor(readonly error: ServerError) {
    super(error.where ? `${error.what} (${error.where})` : error.what);
  }
}

interface Call {
  text: string;
  sent: boolean;
  resolve(answer: Record<string, unknown>): void;
  reject(error: CommandError): void;
}

const kFirstWait = 250;
const kLongestWait = 8000;
// A server that says nothing for this long after a ping is gone, even if the network has not noticed yet.
const kPingEvery = 15000;
const kPongWithin = 5000;

export class Connection {
  private socket: SocketLike | null = null;
  private status: Status = 'connecting';
  private wait = kFirstWait;
  private nextCall = 1;
  private calls = new Map<number, Call>();
  private watched = new Map<string, number | null>();
  private pingTimer: unknown = null;
  private retryTimer: unknown = null;
  private closed = false;

  constructor(
    private readonly listener: Listener,
    private readonly world: Surroundings,
  ) {}

  start(): void {
    this.connect();
  }

  close(): void {
    this.closed = true;
    this.world.forget(this.retryTimer);
    this.world.forget(this.pingTimer);
    this.socket?.close();
  }

  // Tries at once instead of waiting for the next attempt, as when the user asks or the browser is back online.
  retryNow(): void {
    if (this.status !== 'lost' || this.closed) return;
    this.world.forget(this.retryTimer);
    this.connect();
  }

  command(name: string, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const call = this.nextCall++;
    const text = JSON.stringify({ do: name, call, ...fields });
    return new Promise((resolve, reject) => {
      this.calls.set(call, { text, sent: false, resolve, reject });
      if (this.status === 'open') this.transmit(call);
    });
  }

  watch(table: string): void {
    if (this.watched.has(table)) return;
    this.watched.set(table, null);
    if (this.status === 'open') this.sendWatch(table);
  }

  leave(table: string): void {
    if (!this.watched.delete(table)) return;
    // Nobody waits for the answer: a table that is gone has been left.
    if (this.status === 'open') this.command('leave', { table }).catch(() => undefined);
  }

  private transmit(id: number): void {
    const call = this.calls.get(id)!;
    call.sent = true;
    this.socket!.send(call.text);
  }

  private sendWatch(table: string): void {
    this.watched.set(table, null);
    this.command('watch', { table }).catch((reason: CommandError) => {
      // A line lost meanwhile is no news about the table: it will be asked for again.
      if (this.status !== 'open' || !this.watched.has(table) || reason.error.where === 'connection') return;
      this.watched.delete(table);
      this.listener.gone(table, reason.error);
    });
  }

  private connect(): void {
    const socket = this.world.open();
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private opened(): void {
    this.wait = kFirstWait;
    this.setStatus('open');
    const waiting = [...this.calls.keys()].filter((id) => !this.calls.get(id)!.sent);
    for (const table of this.watched.keys()) this.sendWatch(table);
    for (const id of waiting) this.transmit(id);
    this.schedulePing();
  }

  private lost(): void {
    this.socket = null;
    this.world.forget(this.pingTimer);
    const lostCalls = [...this.calls].filter(([, call]) => call.sent);
    for (const [id] of lostCalls) this.calls.delete(id);
    if (!this.closed) {
      this.setStatus('lost');
      this.retryTimer = this.world.later(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, kLongestWait);
    }
    const error = { what: 'The connection was lost before the server answered', where: 'connection' };
    for (const [, call] of lostCalls) call.reject(new CommandError(error));
  }

  private schedulePing(): void {
    this.pingTimer = this.world.later(() => {
      const socket = this.socket;
      const tooLate = this.world.later(() => {
        if (this.socket !== socket || !socket) return;
        socket.onclose = null;
        socket.close();
        this.lost();
      }, kPongWithin);
      this.command('ping').then(
        () => {
          this.world.forget(tooLate);
          this.schedulePing();
        },
        () => this.world.forget(tooLate),
      );
    }, kPingEvery);
  }

  private setStatus(status: Status): void {
    this.status = status;
    this.listener.status(status);
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if ('answer' in message) return this.answered(message);
    if ('tables' in message) return this.listener.tables(message.tables);
    const { table } = message;
    if (!this.watched.has(table)) return;
    if ('state' in message) {
      this.watched.set(table, message.seq);
      return this.listener.state(table, message.state);
    }
    const seen = this.watched.get(table)!;
    if (seen === null || seen === undefined) return; // nothing means anything before the first state
    if ('search' in message) return this.listener.search(table, message.search);
    if (message.seq !== seen + 1) return this.sendWatch(table); // can't happen; if it does, ask for everything
    this.watched.set(table, message.seq);
    this.listener.event(table, message.event);
  }

  private answered(message: Extract<Message, { answer: number }>): void {
    const call = this.calls.get(message.answer);
    if (!call) return;
    this.calls.delete(message.answer);
    if (message.ok) call.resolve(message);
    else call.reject(new CommandError(message.error as ServerError));
  }
}
