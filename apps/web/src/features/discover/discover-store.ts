// What was drawn and chosen on this visit, so that whoever comes back from a title finds the page as it was.
import type { TmdbKind } from '@matinee/shared/media/media';
import { createStore } from 'zustand/vanilla';

export interface Visit {
  readonly seed: string;
  /** Rows that have come near the window. */
  readonly near: readonly string[];
  readonly genre: Partial<Readonly<Record<TmdbKind, number>>>;
  readonly provider: Partial<Readonly<Record<TmdbKind, number>>>;
}

export const visitStore = createStore<Visit>(() => ({
  seed: String(Math.random()),
  near: [],
  genre: {},
  provider: {},
}));

export function comeNear(row: string): void {
  visitStore.setState(({ near }) => (near.includes(row) ? {} : { near: [...near, row] }));
}

export function choose(by: 'genre' | 'provider', kind: TmdbKind, id: number): void {
  visitStore.setState((visit) => ({ [by]: { ...visit[by], [kind]: id } }));
}
