// Random draws and choices of this visit: returning from a title shows the same page.
import type { TmdbKind } from '@matinee/shared/media/media';
import { createStore } from 'zustand/vanilla';

export interface DiscoverState {
  readonly seed: string;
  /** Rows that have been near the viewport. */
  readonly near: readonly string[];
  readonly genre: Partial<Readonly<Record<TmdbKind, number>>>;
  readonly provider: Partial<Readonly<Record<TmdbKind, number>>>;
}

export const discoverStore = createStore<DiscoverState>(() => ({
  seed: String(Math.random()),
  near: [],
  genre: {},
  provider: {},
}));

export function markNear(row: string): void {
  discoverStore.setState(({ near }) => (near.includes(row) ? {} : { near: [...near, row] }));
}

export function choose(by: 'genre' | 'provider', kind: TmdbKind, id: number): void {
  discoverStore.setState((state) => ({ [by]: { ...state[by], [kind]: id } }));
}
