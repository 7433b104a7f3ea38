import type { Fetcher } from '@matinee/sources/source';
import { createDestination, hostAndPort, localAddresses } from './destination.ts';
import { createFetcher } from './fetcher.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { addressesByTrust, type Config } from '#config/config.ts';

interface OutboundClient {
  readonly upstream: HttpClient;
  readonly fetch: Fetcher;
}

export interface Fetchers {
  /** For the operator's choices: every configured service, also private ones. */
  readonly trusted: OutboundClient;
  /** For URLs from third parties: does not reach the operator's own servers. */
  readonly allowed: OutboundClient;
  /** For stream URLs from third parties: only public services and the public internet. */
  readonly untrusted: OutboundClient;
  readonly close: () => Promise<void>;
}

/**
 * HTTP clients by trust. None reaches this machine by its public addresses, unless the operator
 * named that host and port.
 */
export function createFetchers(
  config: Config,
  userAgent: string,
  addresses = localAddresses,
): Fetchers {
  const createClient = (
    configured: readonly URL[],
    allowed = config.OPERATOR_ALLOWED_HOSTS,
  ): OutboundClient => {
    const exempt = [...configured.map(hostAndPort), ...allowed];
    const upstream = createHttpClient(createDestination({ exempt, localAddresses: addresses }));
    return { upstream, fetch: createFetcher({ upstream, userAgent }) };
  };
  const byTrust = addressesByTrust(config);
  const trusted = createClient([...byTrust.public, ...byTrust.named, ...byTrust.own]);
  const allowedClient = createClient([...byTrust.public, ...byTrust.named]);
  const untrusted = createClient(byTrust.public, []);
  return {
    trusted,
    allowed: allowedClient,
    untrusted,
    close: async () => {
      await untrusted.upstream.close();
      await allowedClient.upstream.close();
      await trusted.upstream.close();
    },
  };
}
