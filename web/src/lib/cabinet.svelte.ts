// What the whole page shares: the line to the server, the tables being looked at, the roster, notices, and the voice of
// the live region. main.ts makes one and hands it down; components ask for it with getCabinet().
import { getContext, setContext } from 'svelte';
import { fetchRoster } from './api';
import { CommandError, Connection, type Status } from './connection';
import type { Engine, SearchSample, ServerError, TableEvent, TableInfo, TableState } from './protocol';
import { kStartFen } from './position';
import { kPages, makeHash, parseHash, type PageId, type Route } from './router';
import { Sounds } from './sound';
import { afterEvent, withSample } from './tables';

export class TableView {
  state = $state.raw<TableState | null>(null);
  gone = $state.raw<ServerError | null>(null);
  receivedAt = $state(0);
  watchers = 0;
  readonly listeners = new Set<(event: TableEvent) => void>();
  readonly sampleListeners = new Set<(sample: SearchSample) => void>();
  constructor(readonly id: string) {}
}

export interface Notice {
  id: number;
  kind: 'error' | 'note';
  what: string;
  where: string;
  more?: string;
}

export class Cabinet {
  status = $state<Status>('connecting');
  everOpen = $state(false);
  tables = $state.raw<TableInfo[]>([]);
  engines = $state.raw<Engine[]>([]);
  version = $state('');
  notices = $state<Notice[]>([]);
  spoken = $state('');
  route = $state.raw<Route>(parseHash(location.hash));
  // The position last looked at: the pages about one position start from it.
  position = $state(kStartFen);
  sound = $state(localStorage.getItem('vitrine.sound') === 'on');
  theme = $state(localStorage.getItem('vitrine.theme') ?? 'auto');

  private readonly views = new Map<string, TableView>();
  private readonly lastTable = $state<Partial<Record<PageId, string>>>({});
  private readonly sounds = new Sounds();
  private nextNotice = 1;
  private readonly connection: Connection;

  constructor() {
    this.connection = new Connection(
      {
        status: (status) => this.statusChanged(status),
        tables: (tables) => (this.tables = tables),
        state: (table, state) => this.stateArrived(table, state),
        event: (table, event) => this.eventArrived(table, event),
        search: (table, sample) => this.sampleArrived(table, sample),
        gone: (table, error) => this.tableGone(table, error),
      },
      {
        open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`),
        later: (run, ms) => setTimeout(run, ms),
        forget: (timer) => clearTimeout(timer as number),
      },
    );
    addEventListener('hashchange', () => this.hashChanged());
    addEventListener('online', () => this.connection.retryNow());
    this.hashChanged();
    this.connection.start();
  }

  retryNow(): void {
    this.connection.retryNow();
  }

  go(page: PageId, table?: string | null, query?: Record<string, string>): void {
    location.hash = makeHash(page, table, query);
  }

  // Where a page's link leads: back to the table it showed last.
  linkTo(page: PageId): string {
    return makeHash(page, this.lastTable[page]);
  }

  forgetTable(page: PageId): void {
    delete this.lastTable[page];
  }

  command(name: string, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return this.connection.command(name, fields);
  }

  // A command whose failure is shown; answers null then.
  async attempt(name: string, fields: Record<string, unknown> = {}): Promise<Record<string, unknown> | null> {
    try {
      return await this.command(name, fields);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  watch(id: string): TableView {
    const view = this.views.get(id) ?? new TableView(id);
    this.views.set(id, view);
    view.watchers += 1;
    this.connection.watch(id);
    return view;
  }

  leave(view: TableView): void {
    view.watchers -= 1;
    if (view.watchers > 0) return;
    this.views.delete(view.id);
    this.connection.leave(view.id);
  }

  say(text: string): void {
    // The same words twice would not be read twice: a trailing space makes them new.
    this.spoken = this.spoken === text ? text + ' ' : text;
  }

  beep(kind: 'move' | 'capture' | 'end'): void {
    if (this.sound) this.sounds.play(kind);
  }

  notify(notice: Omit<Notice, 'id'>): void {
    const same = this.notices.find((one) => one.what === notice.what && one.where === notice.where);
    if (!same) this.notices = [...this.notices.slice(-3), { ...notice, id: this.nextNotice++ }];
  }

  fail(error: unknown): void {
    const told = error instanceof CommandError ? error.error : { what: String((error as Error)?.message ?? error), where: '' };
    this.notify({ kind: 'error', ...told });
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  setSound(on: boolean): void {
    this.sound = on;
    localStorage.setItem('vitrine.sound', on ? 'on' : 'off');
    this.beep('move');
  }

  setTheme(theme: string): void {
    this.theme = theme;
    localStorage.setItem('vitrine.theme', theme);
  }

  engineTitle(id: string): string {
    return this.engines.find((engine) => engine.id === id)?.title ?? id;
  }

  private hashChanged(): void {
    const route = parseHash(location.hash);
    if (route.table) this.lastTable[route.page] = route.table;
    this.route = route;
    document.title = `${kPages.find((page) => page.id === route.page)!.title} · Vitrine`;
  }

  private statusChanged(status: Status): void {
    if (status === 'lost' && this.status === 'open') this.say('The connection was lost. Trying to reconnect.');
    if (status === 'open' && this.everOpen) this.say('Connected again.');
    if (status === 'open') {
      this.everOpen = true;
      this.loadRoster();
    }
    this.status = status;
  }

  private async loadRoster(): Promise<void> {
    try {
      const roster = await fetchRoster();
      this.engines = roster.engines;
      this.version = roster.version;
    } catch (error) {
      if (this.status === 'open') this.fail(error);
    }
  }

  private stateArrived(table: string, state: TableState): void {
    const view = this.views.get(table);
    if (!view) return;
    view.receivedAt = performance.now();
    view.gone = null;
    view.state = state;
  }

  private eventArrived(table: string, event: TableEvent): void {
    const view = this.views.get(table);
    if (!view?.state) return;
    if (event.clocks) view.receivedAt = performance.now();
    view.state = afterEvent(view.state, event);
    if (event.kind === 'engine_failed') this.engineFailed(event);
    for (const listener of view.listeners) listener(event);
  }

  private engineFailed(event: TableEvent): void {
    const who = event.engine ? this.engineTitle(String(event.engine)) : `The engine playing ${event.side}`;
    const log = Array.isArray(event.log) ? event.log.join('\n') : event.log ? String(event.log) : '';
    this.notify({ kind: 'error', what: `${who} failed: ${event.why}`, where: '', ...(log ? { more: log } : {}) });
  }

  private sampleArrived(table: string, sample: SearchSample): void {
    const view = this.views.get(table);
    if (!view?.state) return;
    view.state = withSample(view.state, sample);
    for (const listener of view.sampleListeners) listener(sample);
  }

  private tableGone(table: string, error: ServerError): void {
    const view = this.views.get(table);
    if (view) view.gone = error;
  }
}

const kKey = Symbol('cabinet');

export function provideCabinet(cabinet: Cabinet): void {
  setContext(kKey, cabinet);
}

export function getCabinet(): Cabinet {
  return getContext<Cabinet>(kKey);
}
