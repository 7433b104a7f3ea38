// A store in the browser's storage: `{state, version: 0}` under one key, as movie-web clients write it.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { z } from 'zod';
import { storeBackup, readText, watchText, writeText } from './browser-storage.ts';

export interface PersistedOptions<S extends object> {
  readonly key: string;
  /** Parses stored text, once per load; it fills missing fields with defaults. */
  readonly schema: z.ZodType<S>;
  /** The state without stored text, so that the first page need not build the schema. Default: `schema.parse({})`. */
  readonly empty?: S;
  /**
   * Stores updates unparsed, because parsing thousands of typed entries is a long task. Other stores clamp and fill in
   * values.
   */
  readonly isLarge?: boolean;
  /** Repairs a state that the schema rejects, after the text has been backed up. */
  readonly salvage?: (state: unknown) => unknown;
  /** Merges this tab's state with another tab's. Without this function, the other tab's state wins. */
  readonly merge?: (states: { base: S; mine: S; theirs: S }) => S;
}

export interface Persisted<S extends object> {
  readonly store: StoreApi<S>;
  /** Reads what other tabs wrote, then changes and writes. Returning the same state writes nothing. */
  readonly update: (change: (state: S) => S) => void;
  /** Reads what other tabs wrote, before the `storage` event arrives. */
  readonly catchUp: () => void;
  /** Changes the state only in memory. `save` writes it. */
  readonly change: (change: (state: S) => S) => void;
  /** Writes unsaved changes; false when the storage is full or forbidden. */
  readonly save: () => boolean;
  /** Characters of the stored text. */
  readonly size: () => number;
  /** Stops following other tabs. */
  readonly stop: () => void;
}

export function createPersisted<S extends object>(options: PersistedOptions<S>): Persisted<S> {
  const { key, schema, isLarge = false, merge } = options;
  let storedText = readText(key);
  let base = parse(storedText, options);
  let isUnsaved = false;
  const store = createStore<S>(() => base);

  function catchUp(): void {
    const text = readText(key);
    if (text === null || text === storedText) return;
    const theirs = parse(text, options);
    const merged = merge ? merge({ base, mine: store.getState(), theirs }) : theirs;
    storedText = text;
    base = theirs;
    store.setState(merged, true);
  }

  function update(change: (state: S) => S): void {
    catchUp();
    const before = store.getState();
    const after = change(before);
    if (after === before && !isUnsaved) return;
    store.setState(isLarge ? after : schema.parse(after), true);
    write();
  }

  function change(next: (state: S) => S): void {
    isUnsaved = true;
    store.setState(next(store.getState()), true);
  }

  function save(): boolean {
    if (!isUnsaved) return true;
    catchUp();
    write();
    return !isUnsaved;
  }

  function write(): void {
    const state = store.getState();
    const text = JSON.stringify({ state, version: 0 });
    isUnsaved = !writeText(key, text);
    if (isUnsaved) return;
    storedText = text;
    base = state;
  }

  const size = (): number => storedText?.length ?? 0;

  return { store, update, catchUp, change, save, size, stop: watchText(key, catchUp) };
}

function parse<S extends object>(text: string | null, options: PersistedOptions<S>): S {
  const { key, schema, empty, salvage } = options;
  if (text === null) return empty ?? schema.parse({});
  const envelope = readJson(text);
  const state = isObject(envelope) && 'state' in envelope ? envelope.state : undefined;
  const parsed = schema.safeParse(state);
  if (parsed.success) return parsed.data;
  storeBackup(key, text);
  const salvaged = schema.safeParse(isObject(envelope) ? salvage?.(state) : undefined);
  return salvaged.success ? salvaged.data : (empty ?? schema.parse({}));
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

/** Reads a record and drops only the entries that cannot be read. */
export function readableRecord<T>(entry: z.ZodType<T>) {
  return z
    .record(z.string(), z.unknown())
    .catch({})
    .default({})
    .transform((entries): Record<string, T> => {
      const read = Object.entries(entries).flatMap(([key, value]) => {
        const { success, data } = entry.safeParse(value);
        return success ? [[key, data] as const] : [];
      });
      return Object.fromEntries(read);
    });
}
