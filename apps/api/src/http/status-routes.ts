import {
  getHealth,
  getHealthcheck,
  getReadiness,
  Readiness,
} from '@matinee/shared/contract/health';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from './route.ts';
import { getMeta, type Meta } from '@matinee/shared/contract/meta';

export interface HealthRoutesOptions {
  /** `reason` is set if the server isn't ready. */
  readonly readiness: () => Promise<Omit<Readiness, 'ready'>>;
}

export function healthRoutes({ readiness }: HealthRoutesOptions): FastifyPluginAsyncZod {
  const check = async (): Promise<Readiness> => {
    const state = await readiness();
    return { ready: state.reason === undefined, ...state };
  };
  return async (app) => {
    app.route({ ...route(getHealth), handler: () => ({ healthy: true }) });
    app.route({
      ...route(getReadiness),
      schema: { response: { 200: Readiness, 503: Readiness } },
      handler: async (_request, reply) => {
        const state = await check();
        return reply.status(state.ready ? 200 : 503).send(state);
      },
    });
    app.route({
      ...route(getHealthcheck),
      schema: { response: { 200: getHealthcheck.reply, 503: getHealthcheck.reply } },
      handler: async (_request, reply) => {
        const { ready, database } = await check();
        const body = { healthy: ready, databaseConnected: database };
        return reply.status(ready ? 200 : 503).send(body);
      },
    });
  };
}

export function metaRoutes(metaOf: (request: FastifyRequest) => Meta): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({ ...route(getMeta), handler: (request) => metaOf(request) });
  };
}
