import {
  getHealth,
  getHealthcheck,
  getReadiness,
  Readiness,
} from '@matinee/shared/contract/health';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';

export interface Probes {
  /** Whether the database answers. */
  readonly ping: () => Promise<boolean>;
  readonly migrationsApplied: () => Promise<boolean>;
}

export function healthRoutes({ ping, migrationsApplied }: Probes): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({ ...route(getHealth), handler: () => ({ healthy: true }) });
    app.route({
      ...route(getReadiness),
      schema: { response: { 200: Readiness, 503: Readiness } },
      handler: async (_request, reply) => {
        const database = await ping();
        const migrations = database && (await migrationsApplied());
        const ready = database && migrations;
        return reply.status(ready ? 200 : 503).send({ ready, database, migrations });
      },
    });
    app.route({
      ...route(getHealthcheck),
      schema: { response: { 200: getHealthcheck.reply, 503: getHealthcheck.reply } },
      handler: async (_request, reply) => {
        const database = await ping();
        const body = { healthy: database, databaseConnected: database };
        return reply.status(database ? 200 : 503).send(body);
      },
    });
  };
}
