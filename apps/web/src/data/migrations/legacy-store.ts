// Migrates stores of old clients (plain JSON with a version beside the data), version by version.
import { z } from 'zod';
import { storeVersion, readText, storageHealth, writeText } from '#data/storage/browser-storage.ts';

/** A step needs the network: the data stays, and the step runs again at the next start. */
export class PostponedError extends Error {
  override name = 'PostponedError';
}

export type Step = (data: unknown, signal: AbortSignal) => unknown;

export interface LegacyStore {
  readonly key: string;
  /** The first migrates version 0 to version 1. */
  readonly steps: readonly Step[];
  /** The state that remains in the old store. */
  readonly empty: object;
}

export type Outcome = 'nothing' | 'done' | 'later' | 'reset';

const Versioned = z.looseObject({ '--version': z.number().int().min(0).catch(0).default(0) });

export async function migrateStore(store: LegacyStore, signal: AbortSignal): Promise<Outcome> {
  const text = readText(store.key);
  if (text === null) return 'nothing';
  const stored = Versioned.safeParse(readJson(text));
  if (!stored.success) return reset(store, 0, text);
  let { '--version': version, ...data }: { '--version': number; [name: string]: unknown } =
    stored.data;
  // Unknown newer versions stay as they are.
  if (version >= store.steps.length) return 'nothing';
  let isStored = true;
  for (const step of store.steps.slice(version)) {
    const backup = JSON.stringify({ ...data, '--version': version });
    isStored &&= storeVersion(store.key, version, backup);
    try {
      data = z.looseObject({}).parse(await step(data, signal));
    } catch (error) {
      if (error instanceof PostponedError || signal.aborted) return 'later';
      return reset(store, version, text);
    }
    version += 1;
    // A full storage keeps the old store, and the next page migrates it again.
    isStored &&= !storageHealth.getState().isFailing;
    if (isStored) write(store, data, version);
  }
  return isStored ? 'done' : 'later';
}

/** Empties a store once its backup is stored. */
function reset(store: LegacyStore, version: number, text: string): Outcome {
  if (!storeVersion(store.key, version, text)) return 'later';
  write(store, store.empty, store.steps.length);
  return 'reset';
}

function write({ key }: LegacyStore, data: object, version: number): void {
  writeText(key, JSON.stringify({ ...data, '--version': version }));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
