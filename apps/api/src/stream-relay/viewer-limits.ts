import { ApiError } from '#http/api-error.ts';
import { createConcurrencyLimiter, type SlotClient } from '#http/concurrency-limiter.ts';
import { createClientLimiter } from '#proxy/slots.ts';

/** One response of a stream. */
export interface StreamResponse extends SlotClient {
  /** Rises as bytes are sent, from any number. */
  readonly bytesSent: () => number;
  /** Breaks it off. */
  readonly end: () => void;
}

/** Who is watching through the relay of this one server, counted in sessions: a player asks many times for one film. */
export interface ViewerLimits {
  /** Takes a place for one response and returns how to give it back; throws what the visitor is told. */
  readonly acquire: (session: string, response: StreamResponse) => () => void;
}

export interface ViewerLimitsOptions {
  readonly maxStreams: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A session is over: nothing of it has been read for a minute, or another took its place. */
  readonly onEnd?: (session: string) => void;
}

/** A player that has enough in hand asks for nothing for about so long. Its place may be taken earlier. */
const IDLE_TIMEOUT_MS = 60_000;
const RETRY_AFTER_SECONDS = 30;
const MAX_REQUESTS_PER_SESSION = 24;
const MAX_REQUESTS_PER_ADDRESS = 64;

interface Session {
  readonly open: Set<StreamResponse>;
  /** Bytes of responses that have ended, minus bytes sent earlier on their connections. */
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

  /** The session counts as its first visitor's wherever it is played on, such as on a television. */
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
      throw new ApiError(
        503,
        'As many streams as this server allows are playing; try again later.',
        RETRY_AFTER_SECONDS,
      );
    }
    session.release = release;
    sessions.set(id, session);
    endLater(id, session);
    return session;
  }

  /** Unless something of it is asked for before; it keeps no process alive. */
  function endLater(id: string, session: Session): void {
    session.timer = setTimeout(() => end(id), IDLE_TIMEOUT_MS).unref();
  }

  /** Once only, however it comes to that. */
  function end(id: string): void {
    const session = sessions.get(id);
    if (!session) return;
    sessions.delete(id);
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
      if (!release) throw new ApiError(429, 'Too many requests at once; try again soon.', 1);
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
