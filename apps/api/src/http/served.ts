import type { Endpoint } from '@matinee/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';

export interface Served {
  endpoints(): readonly Endpoint[];
}

/** Remembers the endpoints of the contract as routes for them are added. Call it before the first. */
export function rememberServed(app: FastifyInstance): Served {
  const served = new Set<Endpoint>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) served.add(config.endpoint);
  });
  return { endpoints: () => [...served] };
}
