import type { HttpClient } from '#proxy/http-client.ts';
import type { StreamActivity } from '#metrics/stream-activity.ts';
import { createThrottle } from './bandwidth.ts';
import { createStreamSource, type Library } from './stream-source.ts';
import { createStreamRelay, type StreamRelay } from './relay.ts';
import { createStreamTokens, type Scope, type StreamTokens } from './stream-token.ts';
import type { CheckTokenAccess } from './token-access.ts';
import { createViewerLimits } from './viewer-limits.ts';

export interface StreamRelayModuleOptions {
  readonly secret: string;
  readonly checkAccess: CheckTokenAccess;
  readonly upstreams: Readonly<Record<Scope, Pick<HttpClient, 'open' | 'pipe'>>>;
  /** Open URLs that begin with `library:`, for tokens of each scope. */
  readonly libraries: Readonly<Record<Scope, readonly Library[]>>;
  /** Observes responses. */
  readonly serve?: StreamActivity['serve'];
  readonly userAgent: string;
  readonly maxStreams: number;
  /** Megabits per second. 0: no limit. */
  readonly mbit: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface StreamRelayModule {
  readonly tokens: StreamTokens;
  readonly relay: StreamRelay;
}

/** Composes stream tokens and the relay. */
export function createStreamRelayModule(options: StreamRelayModuleOptions): StreamRelayModule {
  const { secret, checkAccess, upstreams, libraries, userAgent, maxStreams, mbit, now } = options;
  const tokens = createStreamTokens({ secret, now });
  const relay = createStreamRelay({
    tokens,
    checkAccess,
    open: {
      own: createStreamSource({ upstream: upstreams.own, libraries: libraries.own }),
      named: createStreamSource({ upstream: upstreams.named, libraries: libraries.named }),
      public: createStreamSource({ upstream: upstreams.public, libraries: libraries.public }),
    },
    viewerLimits: createViewerLimits({
      maxStreams,
      now,
      onEnd: (session) => {
        for (const { observer } of libraries.own) observer?.left(session);
      },
    }),
    onRead: (session, url) => {
      for (const { observer } of libraries.own) observer?.reads(session, url);
    },
    ...(options.serve && { serve: options.serve }),
    throttle: createThrottle({ mbit, now: () => performance.now() }),
    isPassthrough: mbit === 0,
    userAgent,
  });
  return { tokens, relay };
}
