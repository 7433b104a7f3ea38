import { ApiError } from '#http/api-error.ts';
import {
  createConcurrencyLimiter,
  createClientLimiter,
  type SlotClient,
} from '#http/concurrency-limiter.ts';
import { countRejection, measureQueue } from '#lib/measurements.ts';

/** One response of a stream. */
export interface StreamResponse extends SlotClient {
  /** Returns a number that increases by the bytes sent. It may start at any value. */
  readonly bytesSent: () => number;
  /** Ends the response. */
  readonly end: () => void;
}

/**
 * Limits the number of viewers. Counts sessions, because a player sends many requests for one movie.
 */
export interface ViewerLimits {
  /** Acquires a slot for one response, and returns a function that releases it. Throws an `ApiError`. */
  readonly acquire: (session: string, response: StreamResponse) => () => void;
}

export interface ViewerLimitsOptions {
  readonly maxStreams: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a session has ended: after a minute without requests, or because another replaced it. */
  readonly onEnd?: (session: string) => void;
}

/**
 * A player with a full buffer sends no requests for about this long. Another viewer may get its slot earlier.
 */
const IDLE_TIMEOUT_MS = 60_000;
const RETRY_AFTER_SECONDS = 30;
const MAX_REQUESTS_PER_SESSION = 24;
const MAX_REQUESTS_PER_ADDRESS = 64;

const queue = measureQueue('streams');

interface Session {
  readonly open: Set<StreamResponse>;
  /** The bytes of ended responses, minus bytes sent earlier on their connections. */
  sent: number;
  release: () => void;
  timer?: NodeJS.Timeout;
}

export function createViewerLimits({
  maxStreams,
  now,
  onEnd = () => undefined,
}: ViewerLimitsOptions): ViewerLimits {
  const sessions = new Map<string, Session>();
  const limiter = createConcurrencyLimiter({ total: maxStreams }, now);
  const requests = createClientLimiter({
    total: maxStreams * MAX_REQUESTS_PER_SESSION,
    perClient: MAX_REQUESTS_PER_ADDRESS,
  });

  /**
   * Counts a session for its first client, even if it continues on another device, such as a television.
   */
  function begin(id: string, { address, network, isSignedIn }: SlotClient): Session {
    const session: Session = { open: new Set(), sent: 0, release: () => undefined };
    const release = limiter.acquire({
      address,
      network,
      isSignedIn,
      bytesSent: () => [...session.open].reduce((sum, one) => sum + one.bytesSent(), session.sent),
      isIdle: () => session.open.size === 0,
      end: () => end(id),
    });
    if (!release) {
      queue.reject();
      throw new ApiError(
        503,
        "This server can't play any more streams at once. Try again later.",
        RETRY_AFTER_SECONDS,
      );
    }
    session.release = release;
    sessions.set(id, session);
    queue.run(1);
    endLater(id, session);
    return session;
  }

  /** Ends the session unless it is used again. Doesn't keep the process alive. */
  function endLater(id: string, session: Session): void {
    session.timer = setTimeout(() => end(id), IDLE_TIMEOUT_MS).unref();
  }

  /** Runs once per session. */
  function end(id: string): void {
    const session = sessions.get(id);
    if (!session) return;
    sessions.delete(id);
    queue.run(-1);
    clearTimeout(session.timer);
    session.release();
    for (const response of session.open) response.end();
    onEnd(id);
  }

  return {
    acquire(id, response) {
      const session = sessions.get(id) ?? begin(id, response);
      const isFull = session.open.size >= MAX_REQUESTS_PER_SESSION;
      const release = isFull ? undefined : requests.acquire(response.address);
      if (!release) {
        countRejection('requests of a stream');
        throw new ApiError(429, 'Too many requests at once. Try again in a moment.', 1);
      }
      session.open.add(response);
      session.sent -= response.bytesSent();
      clearTimeout(session.timer);
      return () => {
        session.open.delete(response);
        session.sent += response.bytesSent();
        release();
        if (session.open.size === 0 && sessions.get(id) === session) endLater(id, session);
      };
    },
  };
}
