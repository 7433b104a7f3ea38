// Stores of earlier generations: plain JSON with its version beside the data, brought up to date step by step.
import { z } from 'zod';
import { keepVersion, readText, storageHealth, writeText } from '#data/storage/browser-storage.ts';

/** What a step needs is away: the data stays as it is, and the step is tried again another time. */
export class NotNow extends Error {
  override name = 'NotNow';
}

export type Step = (data: unknown, signal: AbortSignal) => unknown;

export interface LegacyStore {
  readonly key: string;
  /** The first brings version 0 to version 1; after the last there is nothing left to bring along. */
  readonly steps: readonly Step[];
  /** What stays behind. */
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
  // Also of a version that is not known yet: whoever wrote it will know.
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
    // Where there is no room for what it becomes, or for what it was, it stays: this page knows it now, and so will the next.
    isKept &&= !storageHealth.getState().isFailing;
    if (isKept) write(store, data, version);
  }
  return isKept ? 'done' : 'later';
}

/** Of this store only; what it was is kept. */
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
