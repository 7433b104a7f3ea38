import { ApiError } from '#http/api-error.ts';
import { createSlots } from '#proxy/slots.ts';

/** Who is watching through the relay of this one server, counted in sessions: a player asks many times for one film. */
export interface Usage {
  /** Takes a place for one request and returns how to give it back; throws what the visitor is told. */
  readonly enter: (session: string, client: string) => () => void;
}

export interface UsageOptions {
  readonly maxStreams: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A session is over: nothing of it has been read for a minute. */
  readonly onEnd?: (session: string) => void;
}

/** A player that has enough in hand asks for nothing for about so long. */
const KEPT_WITHOUT_REQUESTS_MS = 60_000;
const RETRY_AFTER_SECONDS = 30;
const REQUESTS_OF_A_SESSION = 24;
const REQUESTS_OF_A_CLIENT = 64;

interface Session {
  /** Who began it; it counts as theirs wherever it is played on, such as on a television. */
  readonly client: string;
  open: number;
  lastSeen: number;
  end?: NodeJS.Timeout;
}

export function createUsage({ maxStreams, now, onEnd = () => undefined }: UsageOptions): Usage {
  const sessions = new Map<string, Session>();
  const requests = createSlots({
    total: maxStreams * REQUESTS_OF_A_SESSION,
    perClient: REQUESTS_OF_A_CLIENT,
  });

  function admit(id: string, client: string): Session {
    const known = sessions.get(id);
    if (known) return known;
    if (!hasRoomFor(client)) dropIdle();
    if (!hasRoomFor(client) && sessions.size < maxStreams) giveWay(client);
    if (!hasRoomFor(client)) {
      throw new ApiError(
        503,
        'As many streams as this server allows are playing; try again later.',
        RETRY_AFTER_SECONDS,
      );
    }
    const session: Session = { client, open: 0, lastSeen: now() };
    sessions.set(id, session);
    return session;
  }

  /** Of one address fewer may play than places are left, so whoever comes first cannot take them all. */
  function hasRoomFor(client: string): boolean {
    const theirs = [...sessions.values()].filter((session) => session.client === client).length;
    return maxStreams - sessions.size > theirs;
  }

  /** Whoever opens one film after the other leaves those before; the one paused longest ago makes room. */
  function giveWay(client: string): void {
    const theirs = [...sessions].filter(([, one]) => one.client === client && one.open === 0);
    const [oldest] = theirs.toSorted(([, a], [, b]) => a.lastSeen - b.lastSeen);
    if (oldest) end(oldest[0]);
  }

  /** Once only, however it comes to that. */
  function end(id: string): void {
    clearTimeout(sessions.get(id)?.end);
    if (sessions.delete(id)) onEnd(id);
  }

  function dropIdle(): void {
    for (const [id, { open, lastSeen }] of sessions) {
      if (open === 0 && now() - lastSeen >= KEPT_WITHOUT_REQUESTS_MS) end(id);
    }
  }

  return {
    enter(id, client) {
      const session = admit(id, client);
      const release = session.open < REQUESTS_OF_A_SESSION ? requests.take(client) : undefined;
      if (!release) throw new ApiError(429, 'Too many requests at once; try again soon.', 1);
      session.open += 1;
      clearTimeout(session.end);
      return () => {
        release();
        session.open -= 1;
        session.lastSeen = now();
        if (session.open > 0 || sessions.get(id) !== session) return;
        // It keeps no process alive.
        session.end = setTimeout(() => end(id), KEPT_WITHOUT_REQUESTS_MS).unref();
      };
    },
  };
}
