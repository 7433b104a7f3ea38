// Migrates stores of old clients (plain JSON with a version beside the data), version by version.
import { z } from 'zod';
import { keepVersion, readText, storageHealth, writeText } from '#data/storage/browser-storage.ts';

/** A step needs the network: the data stays, and the step runs again at the next start. */
export class NotNow extends Error {
  override name = 'NotNow';
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
  let isKept = true;
  for (const step of store.steps.slice(version)) {
    const backup = JSON.stringify({ ...data, '--version': version });
    isKept &&= keepVersion(store.key, version, backup);
    try {
      data = z.looseObject({}).parse(await step(data, signal));
    } catch (error) {
      if (error instanceof NotNow || signal.aborted) return 'later';
      return reset(store, version, text);
    }
    version += 1;
    // A full storage keeps the old store, and the next page migrates it again.
    isKept &&= !storageHealth.getState().isFailing;
    if (isKept) write(store, data, version);
  }
  return isKept ? 'done' : 'later';
}

/** Migrates one store and keeps a backup. */
function reset(store: LegacyStore, version: number, text: string): Outcome {
  keepVersion(store.key, version, text);
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
