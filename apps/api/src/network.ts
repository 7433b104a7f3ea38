import type { Fetcher } from '@matinee/sources/source';
import { createDestination, hostAndPort } from '#proxy/destination.ts';
import { createFetcher } from '#proxy/fetcher.ts';
import { createUpstream, type Upstream } from '#proxy/upstream.ts';
import { configuredAddresses, serviceAddresses, type Config } from './config.ts';

interface Reach {
  readonly upstream: Upstream;
  readonly fetch: Fetcher;
}

export interface Network {
  /** For what the operator has named: every configured service, private ones too. */
  readonly own: Reach;
  /** For what strangers name in turn: it does not lead to the operator's own services. */
  readonly others: Reach;
  readonly close: () => Promise<void>;
}

/** How far this server reaches, for itself and on the word of others. */
export function createNetwork(config: Config, userAgent: string): Network {
  const reach = (known: readonly URL[]): Reach => {
    const exempt = [...known.map(hostAndPort), ...config.OPERATOR_ALLOWED_HOSTS];
    const upstream = createUpstream(createDestination({ exempt }));
    return { upstream, fetch: createFetcher({ upstream, userAgent }) };
  };
  const own = reach(configuredAddresses(config));
  const others = reach(serviceAddresses(config));
  return {
    own,
    others,
    close: async () => {
      await others.upstream.close();
      await own.upstream.close();
    },
  };
}
