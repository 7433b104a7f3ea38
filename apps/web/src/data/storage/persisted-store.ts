// A store that outlives the page: `{state, version: 0}` under one key, in the form that earlier clients wrote.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { z } from 'zod';
import { keepBackup, readText, watchText, writeText } from './browser-storage.ts';

export interface PersistedOptions<S extends object> {
  readonly key: string;
  /** Fills what is missing with defaults, at every depth where new fields may appear. */
  readonly schema: z.ZodType<S>;
  /** What the schema makes of nothing, for stores that the first page reads: nothing is what most of them hold. */
  readonly empty?: S;
  /** Tells at a glance what the schema would leave as it is. */
  readonly isWhole?: (state: object) => state is S;
  /** Makes the best of what the schema refuses. A backup of it has been kept. */
  readonly salvage?: (state: unknown) => unknown;
  /** What becomes of this tab's state when another tab has written; without it the other tab's is taken. */
  readonly merge?: (states: { base: S; mine: S; theirs: S }) => S;
}

export interface Persisted<S extends object> {
  readonly store: StoreApi<S>;
  /** Takes in what other tabs wrote, then changes and writes; nothing where the change leaves the very state. */
  readonly update: (change: (state: S) => S) => void;
  /** Takes in what other tabs wrote, before the browser gets round to saying so. */
  readonly catchUp: () => void;
  /** Changes what this page knows, as quickly as that goes; `save` writes it. */
  readonly change: (change: (state: S) => S) => void;
  /** Also what could not be written before; false when it cannot be now. */
  readonly save: () => boolean;
  /** Of what is written, in characters. */
  readonly size: () => number;
  /** Stops listening to other tabs. */
  readonly stop: () => void;
}

export function createPersisted<S extends object>(options: PersistedOptions<S>): Persisted<S> {
  const { key, schema, merge } = options;
  let seen = readText(key);
  let base = parse(seen, options);
  let isAhead = false;
  const store = createStore<S>(() => base);

  function absorb(): void {
    const text = readText(key);
    if (text === null || text === seen) return;
    const theirs = parse(text, options);
    const merged = merge ? merge({ base, mine: store.getState(), theirs }) : theirs;
    seen = text;
    base = theirs;
    store.setState(merged, true);
  }

  function update(change: (state: S) => S): void {
    absorb();
    const before = store.getState();
    const after = change(before);
    if (after === before && !isAhead) return;
    store.setState(schema.parse(after), true);
    write();
  }

  function change(next: (state: S) => S): void {
    isAhead = true;
    store.setState(next(store.getState()), true);
  }

  function save(): boolean {
    if (!isAhead) return true;
    absorb();
    write();
    return !isAhead;
  }

  function write(): void {
    const state = store.getState();
    const text = JSON.stringify({ state, version: 0 });
    isAhead = !writeText(key, text);
    if (isAhead) return;
    seen = text;
    base = state;
  }

  const size = (): number => seen?.length ?? 0;

  return { store, update, catchUp: absorb, change, save, size, stop: watchText(key, absorb) };
}

function parse<S extends object>(text: string | null, options: PersistedOptions<S>): S {
  const { key, schema, empty, isWhole, salvage } = options;
  if (text === null) return empty ?? schema.parse({});
  const envelope = readJson(text);
  const state = isObject(envelope) && 'state' in envelope ? envelope.state : undefined;
  if (isWhole && isObject(state)) {
    const filled = { ...empty, ...state };
    if (isWhole(filled)) return filled;
  }
  const whole = schema.safeParse(state);
  if (whole.success) return whole.data;
  keepBackup(key, text);
  const rest = schema.safeParse(isObject(envelope) ? salvage?.(state) : undefined);
  return rest.success ? rest.data : (empty ?? schema.parse({}));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
