// Observes streams in the relay, including those of players that report nothing.
import type { Delivery } from '@matinee/shared/contract/playbacks';

export interface ServedResponse {
  /** The session of the stream token. */
  readonly session: string;
  readonly url: string;
  /** The client's address. */
  readonly address: string;
  /** Returns the bytes sent on the connection, including those of earlier responses. */
  readonly bytes: () => number;
}

export interface ActiveStream {
  readonly id: string;
  readonly address: string;
  readonly source: string | null;
  readonly delivery: Delivery;
  /** Null until enough was sent to measure the rate. */
  readonly kbps: number | null;
  /** Seconds since the last call. */
  readonly seconds: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

export interface StreamActivity {
  /** Returns a function to call when the response has ended. */
  readonly serve: (response: ServedResponse) => () => void;
  /** Returns the streams that sent bytes since the last call. */
  readonly take: () => ActiveStream[];
}

interface Session {
  readonly address: string;
  readonly open: Set<() => number>;
  readonly startedAt: number;
  sent: number;
  source: string | null;
  delivery: Delivery;
  seenAt: number;
  /** Unset before the first `take`. */
  takenAt: number | undefined;
}

/** A player with a full buffer sends no requests for about this long. */
const IDLE_MS = 90_000;
const MAX_SESSIONS = 20_000;
/** The rate is measured after this time. Before, segments for the player's buffer would distort it. */
const RATED_AFTER_MS = 30_000;

export function createStreamActivity(now: () => number): StreamActivity {
  const sessions = new Map<string, Session>();

  const begin = (id: string, address: string): Session | undefined => {
    if (sessions.size >= MAX_SESSIONS) return undefined;
    const time = now();
    const session: Session = {
      address,
      open: new Set(),
      startedAt: time,
      sent: 0,
      source: null,
      delivery: 'relayed',
      seenAt: time,
      takenAt: undefined,
    };
    sessions.set(id, session);
    return session;
  };

  return {
    serve: ({ session: id, url, address, bytes }) => {
      const session = sessions.get(id) ?? begin(id, address);
      if (!session) return () => undefined;
      const delivery = deliveryOf(url);
      if (delivery) session.delivery = delivery;
      // The URL of a remote file doesn't tell its source.
      session.source ??= /^library:(?!remote\/)([a-z]+)/.exec(url)?.[1] ?? null;
      session.seenAt = now();
      const before = bytes();
      const sent = (): number => bytes() - before;
      session.open.add(sent);
      return () => {
        if (!session.open.delete(sent)) return;
        session.sent += sent();
        session.seenAt = now();
      };
    },
    take: () => {
      const time = now();
      const active: ActiveStream[] = [];
      for (const [id, session] of sessions) {
        if (session.open.size > 0) session.seenAt = time;
        else if (time - session.seenAt > IDLE_MS) sessions.delete(id);
        if (session.takenAt !== undefined && session.seenAt <= session.takenAt) continue;
        active.push(activeStream(id, session));
        session.takenAt = session.seenAt;
      }
      return active;
    },
  };
}

function activeStream(id: string, session: Session): ActiveStream {
  const { address, source, delivery, open, startedAt, seenAt, takenAt } = session;
  const bytes = [...open].reduce((sum, sent) => sum + sent(), session.sent);
  const elapsedMs = seenAt - startedAt;
  return {
    id,
    address,
    source,
    delivery,
    kbps: elapsedMs < RATED_AFTER_MS ? null : Math.round((bytes * 8) / elapsedMs),
    seconds: (seenAt - (takenAt ?? startedAt)) / 1_000,
    startedAt: new Date(startedAt),
    seenAt: new Date(seenAt),
  };
}

/** Undefined for captions and playlists. */
function deliveryOf(url: string): Delivery | undefined {
  // Match names of the library's own playlists and segments. Media servers use `/hls1/`.
  if (/\/h264-\d+(?:-|\/)|\/hls\d?\//.test(url)) return 'converted';
  if (/\/(?:video|audio\d+)\/[^/]+$/.test(url)) return 'remuxed';
  return undefined;
}
