// Follows a table while a component shows it. The table may change, and the component may go.
import type { Cabinet, TableView } from './cabinet.svelte';
import type { TableEvent, TableState } from './protocol';

export class Watching<Kind extends TableState['kind']> {
  view = $state.raw<TableView | null>(null);

  // Call while a component is set up: it lives as long as that component.
  constructor(cabinet: Cabinet, private readonly kind: Kind, table: () => string | null, onevent?: (event: TableEvent) => void) {
    $effect(() => {
      const id = table();
      if (!id) return;
      const view = cabinet.watch(id);
      if (onevent) view.listeners.add(onevent);
      this.view = view;
      return () => {
        if (onevent) view.listeners.delete(onevent);
        this.view = null;
        cabinet.leave(view);
      };
    });
  }

  get state(): Extract<TableState, { kind: Kind }> | null {
    const state = this.view?.state;
    return state?.kind === this.kind ? (state as Extract<TableState, { kind: Kind }>) : null;
  }
}
