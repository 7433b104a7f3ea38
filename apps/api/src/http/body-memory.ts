// Limits the memory of request bodies, both of arriving bodies and of those that wait to be processed.
import { ApiError } from './api-error.ts';
import { countRejection } from '#lib/measurements.ts';

export interface BodyLimits {
  /** The bytes of all arriving bodies. Above this, the oldest one is dropped. */
  readonly arriving: number;
  /** The bytes of all complete bodies that wait. Above this, a body is rejected. */
  readonly waiting: number;
  /** The bytes of one sender's bodies, arriving and waiting. */
  readonly perSender: number;
}

export interface HeldBody {
  /** Adds received bytes. Throws and releases the body if they exceed a limit. */
  add(bytes: number): void;
  /** Marks the body as complete and waiting. Throws and releases it if too many bytes wait. */
  complete(): void;
  /** Safe to call more than once. */
  release(): void;
}

export interface BodyMemory {
  /** `drop`: called after the body was released in favor of newer ones. */
  hold(sender: string, drop: (error: ApiError) => void): HeldBody;
}

const RETRY_AFTER_SECONDS = 5;

const tooMuch = (): ApiError =>
  new ApiError(
    503,
    'The server is receiving too much data. Try again in a moment.',
    RETRY_AFTER_SECONDS,
  );

const tooMuchOfSender = (): ApiError =>
  new ApiError(
    429,
    'Too many large requests are in progress. Wait for one to finish, then try again.',
    RETRY_AFTER_SECONDS,
  );

interface Entry {
  readonly drop: (error: ApiError) => void;
  bytes: number;
}

/**
 * Drops the oldest arriving body when too many bytes arrive, to keep slow senders from blocking fast ones.
 */
export function createBodyMemory({ arriving, waiting, perSender }: BodyLimits): BodyMemory {
  const unfinished = new Set<Entry & { readonly release: () => void }>();
  const bytesOf = new Map<string, number>();
  const total = { arriving: 0, waiting: 0 };

  const dropOldest = (): void => {
    const [oldest] = unfinished;
    countRejection('body memory');
    oldest?.release();
    oldest?.drop(tooMuch());
  };

  return {
    hold: (sender, drop) => {
      let state: keyof typeof total | 'released' = 'arriving';
      const addTo = (bytes: number): void => {
        if (state === 'released') return;
        total[state] += bytes;
        entry.bytes += bytes;
        const left = (bytesOf.get(sender) ?? 0) + bytes;
        if (left > 0) bytesOf.set(sender, left);
        else bytesOf.delete(sender);
      };
      const release = (): void => {
        addTo(-entry.bytes);
        unfinished.delete(entry);
        state = 'released';
      };
      const reject = (error: ApiError): never => {
        countRejection('body memory');
        release();
        throw error;
      };
      const entry = { drop, bytes: 0, release };
      unfinished.add(entry);
      return {
        add: (bytes) => {
          addTo(bytes);
          if ((bytesOf.get(sender) ?? 0) > perSender) reject(tooMuchOfSender());
          while (total.arriving > arriving) dropOldest();
        },
        complete: () => {
          if (state !== 'arriving') return;
          const { bytes } = entry;
          if (total.waiting + bytes > waiting) reject(tooMuch());
          unfinished.delete(entry);
          total.arriving -= bytes;
          total.waiting += bytes;
          state = 'waiting';
        },
        release,
      };
    },
  };
}
