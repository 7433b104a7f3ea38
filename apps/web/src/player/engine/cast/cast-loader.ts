import type { Stream } from '@matinee/shared/media/stream';

import type { LoadOptions } from '../engine.ts';

interface SlotOptions {
  /** Brings a stream to the television; how it is to begin may change until then. */
  readonly put: (stream: Stream, how: () => LoadOptions, signal: AbortSignal) => Promise<void>;
  readonly arrived: () => void;
  readonly failed: (message: string) => void;
}

/** The one stream that a television has from us, or is getting. */
export interface CastSlot {
  readonly load: (stream: Stream, options: LoadOptions) => void;
  /** The same stream anew. */
  readonly again: (how: LoadOptions) => void;
  readonly forget: () => void;
  readonly isReady: () => boolean;
  /** How it is to begin, while it is on its way; undefined before and after. */
  readonly coming: () => LoadOptions | undefined;
  readonly change: (how: Partial<LoadOptions>) => void;
}

interface Loaded {
  readonly stream: Stream;
  readonly life: AbortController;
  readonly how: LoadOptions;
  /** Between a request and its answer the receiver still speaks of what was before. */
  readonly isHere: boolean;
}

export function createCastSlot({ put, arrived, failed }: SlotOptions): CastSlot {
  let loaded: Loaded | undefined;

  function forget() {
    loaded?.life.abort();
    loaded = undefined;
  }

  async function load(stream: Stream, how: LoadOptions): Promise<void> {
    forget();
    const next: Loaded = { stream, how, life: new AbortController(), isHere: false };
    loaded = next;
    const { signal } = next.life;
    try {
      await put(stream, () => loaded?.how ?? how, signal);
      if (signal.aborted) return;
      loaded = { ...next, isHere: true };
      arrived();
    } catch (error) {
      if (signal.aborted) return;
      forget();
      failed(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    load: (stream, how) => void load(stream, how),
    again: (how) => {
      if (loaded) void load(loaded.stream, how);
    },
    forget,
    isReady: () => loaded?.isHere === true,
    coming: () => (loaded?.isHere === false ? loaded.how : undefined),
    change: (how) => {
      if (loaded) loaded = { ...loaded, how: { ...loaded.how, ...how } };
    },
  };
}
