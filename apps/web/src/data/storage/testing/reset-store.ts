import type { StoreApi } from 'zustand/vanilla';

/** The state of a page that was just opened, without anything in the browser's storage. */
export function resetStore<State>(store: StoreApi<State>): void {
  store.setState(store.getInitialState(), true);
}
