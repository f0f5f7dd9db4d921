// The server's analysis table behind a page. It is made when first needed, and made again where the server has lost it
// (it was restarted): the position and the engines are remembered here, so nothing is lost to the user.
import type { Cabinet, TableView } from './cabinet.svelte';
import type { AnalysisState, Limit, LogLine, Search, SearchSample, TableEvent } from './protocol';

export interface Asked {
  engine: string;
  options?: Record<string, unknown>;
  multi_pv?: number;
}

export class Analysis {
  private view = $state.raw<TableView | null>(null);
  running = $state(false);
  private fen = '';
  private moves: string[] = [];
  private asked: Asked[] = [];
  private limit: Limit | undefined;
  private making: Promise<void> | null = null;
  private closed = false;

  constructor(private readonly cabinet: Cabinet) {
    $effect(() => {
      if (this.view?.gone) void this.makeAgain();
    });
    $effect(() => () => this.close());
  }

  get state(): AnalysisState | null {
    const state = this.view?.state;
    return state?.kind === 'analysis' ? state : null;
  }

  get log(): LogLine[] {
    return this.state?.log ?? [];
  }

  get table(): string | null {
    return this.view?.id ?? null;
  }

  search(engine: string): Search | undefined {
    return this.state?.searches[engine];
  }

  async show(fen: string, moves: string[]): Promise<void> {
    if (fen === this.fen && moves.join() === this.moves.join()) return;
    this.fen = fen;
    this.moves = moves;
    if (!this.view) return this.make();
    await this.cabinet.attempt('set_position', { table: this.view.id, fen, moves });
  }

  async think(asked: Asked[], limit?: Limit): Promise<boolean> {
    this.asked = asked;
    this.limit = limit;
    this.running = asked.length > 0;
    if (!this.view) await this.make();
    if (!this.view) return false;
    const fields = { table: this.view.id, engines: asked, ...(limit ? { limit } : {}) };
    const answer = await this.cabinet.attempt('analyse', fields);
    if (!answer) this.running = false;
    return answer !== null;
  }

  async stop(): Promise<void> {
    this.running = false;
    if (this.view) await this.cabinet.attempt('stop', { table: this.view.id });
  }

  // One search of one position to its limit; null when it failed.
  async lookAt(fen: string, moves: string[], asked: Asked, limit: Limit): Promise<Search | null> {
    await this.show(fen, moves);
    if (!this.view) await this.make();
    const view = this.view;
    if (!view) return null;
    const found = this.nextResult(view, asked.engine);
    const begun = await this.think([asked], limit);
    return begun ? found : null;
  }

  // The end of a search is told as an event, its last numbers as a sample: whichever comes first, both have to be there.
  private nextResult(view: TableView, engine: string): Promise<Search | null> {
    return new Promise((resolve) => {
      let ended = false;
      let rested = false;
      const done = (result: Search | null) => {
        view.listeners.delete(hear);
        view.sampleListeners.delete(sample);
        resolve(result);
      };
      const look = () => {
        if (ended && rested) done(this.search(engine) ?? null);
      };
      const hear = (event: TableEvent) => {
        if (event.engine !== engine) return;
        if (event.kind === 'started') ended = rested = false;
        if (event.kind === 'engine_failed') return done(null);
        if (event.kind === 'ended') ended = true;
        look();
      };
      const sample = (told: SearchSample) => {
        if (told.of !== engine) return;
        rested = told.thinking === false;
        look();
      };
      view.listeners.add(hear);
      view.sampleListeners.add(sample);
    });
  }

  private make(): Promise<void> {
    this.making ??= this.reallyMake().finally(() => (this.making = null));
    return this.making;
  }

  private async reallyMake(): Promise<void> {
    const answer = await this.cabinet.attempt('new_analysis', { fen: this.fen, moves: this.moves });
    if (!answer) return;
    const view = this.cabinet.watch(String(answer.table));
    view.listeners.add((event) => this.happened(event));
    this.view = view;
    if (this.closed) this.close();
  }

  private async makeAgain(): Promise<void> {
    const old = this.view;
    this.view = null;
    if (old) this.cabinet.leave(old);
    await this.make();
    if (this.running && this.asked.length) await this.think(this.asked, this.limit);
  }

  private happened(event: TableEvent): void {
    if (event.kind !== 'ended' && event.kind !== 'engine_failed') return;
    this.running = this.state?.running ?? false;
  }

  private close(): void {
    this.closed = true;
    const view = this.view;
    if (!view) return;
    this.view = null;
    this.cabinet.leave(view);
    // The table was this page's own: with it go its searches.
    this.cabinet.command('close', { table: view.id }).catch(() => undefined);
  }
}
