import type { Fetcher } from '@matinee/sources/source';
import { createDestination, hostAndPort, ownAddresses } from './destination.ts';
import { createFetcher } from './fetcher.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { addressesByTrust, type Config } from '#config/config.ts';

interface Reach {
  readonly upstream: HttpClient;
  readonly fetch: Fetcher;
}

export interface Network {
  /** For what the operator has named: every configured service, private ones too. */
  readonly own: Reach;
  /** For what strangers name in turn: it does not lead to the operator's own services. */
  readonly others: Reach;
  /** For streams that strangers name: only to the services that everybody is served from, and the public internet. */
  readonly strangers: Reach;
  readonly close: () => Promise<void>;
}

/**
 * How far this server reaches, for itself and on the word of others. None of them reaches this machine by its public
 * addresses, unless the operator has named that host and port.
 */
export function createFetchers(
  config: Config,
  userAgent: string,
  networkAddresses = ownAddresses,
): Network {
  const reach = (known: readonly URL[], allowed = config.OPERATOR_ALLOWED_HOSTS): Reach => {
    const exempt = [...known.map(hostAndPort), ...allowed];
    const upstream = createHttpClient(
      createDestination({ exempt, ownAddresses: networkAddresses }),
    );
    return { upstream, fetch: createFetcher({ upstream, userAgent }) };
  };
  const addresses = addressesByTrust(config);
  const own = reach([...addresses.public, ...addresses.named, ...addresses.own]);
  const others = reach([...addresses.public, ...addresses.named]);
  const strangers = reach(addresses.public, []);
  return {
    own,
    others,
    strangers,
    close: async () => {
      await strangers.upstream.close();
      await others.upstream.close();
      await own.upstream.close();
    },
  };
}
