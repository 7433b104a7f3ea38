import type { Endpoint } from '@matinee/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';

export interface EndpointRegistry {
  endpoints(): readonly Endpoint[];
}

/** Remembers the endpoints of the contract as routes for them are added. Call it before the first. */
export function collectEndpoints(app: FastifyInstance): EndpointRegistry {
  const registry = new Set<Endpoint>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) registry.add(config.endpoint);
  });
  return { endpoints: () => [...registry] };
}
