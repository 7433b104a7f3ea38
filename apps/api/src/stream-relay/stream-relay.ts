import type { HttpClient } from '#proxy/http-client.ts';
import { createThrottle } from './bandwidth.ts';
import { createOpener, type Library } from './stream-source.ts';
import { createStreamRelay, type StreamRelay } from './relay.ts';
import { createTickets, type Reach, type Tickets } from './stream-token.ts';
import type { AdmitTicket } from './token-access.ts';
import { createViewerLimits } from './viewer-limits.ts';

export interface StreamsOptions {
  readonly secret: string;
  readonly admit: AdmitTicket;
  readonly upstreams: Readonly<Record<Reach, Pick<HttpClient, 'open' | 'pour'>>>;
  /** What serves the addresses that begin with `library:`, to tickets of own sources. */
  readonly libraries: readonly Library[];
  readonly userAgent: string;
  readonly maxStreams: number;
  /** Megabits a second; 0 for no limit. */
  readonly mbit: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Streams {
  readonly tickets: Tickets;
  readonly relay: StreamRelay;
}

/** Hands tickets out and opens them. */
export function createStreams(options: StreamsOptions): Streams {
  const { secret, admit, upstreams, libraries, userAgent, maxStreams, mbit, now } = options;
  const tickets = createTickets({ secret, now });
  const relay = createStreamRelay({
    tickets,
    admit,
    open: {
      own: createOpener({ upstream: upstreams.own, libraries }),
      named: createOpener({ upstream: upstreams.named, libraries: [] }),
      public: createOpener({ upstream: upstreams.public, libraries: [] }),
    },
    usage: createViewerLimits({
      maxStreams,
      now,
      onEnd: (session) => {
        for (const { audience } of libraries) audience?.left(session);
      },
    }),
    onRead: (session, url) => {
      for (const { audience } of libraries) audience?.reads(session, url);
    },
    throttle: createThrottle({ mbit, now: () => performance.now() }),
    isStraight: mbit === 0,
    userAgent,
  });
  return { tickets, relay };
}
