import { deleteSession, listSessions, renameSession } from '@matinee/shared/contract/sessions';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import { authOf } from './access-plugin.ts';
import type { Sessions } from './sessions.ts';

export function sessionRoutes(sessions: Sessions): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(listSessions),
      handler: (request) => sessions.list(authOf(request)),
    });
    app.route({
      ...route(renameSession),
      handler: (request) =>
        sessions.rename(authOf(request), request.params.sessionId, request.body.deviceName),
    });
    app.route({
      ...route(deleteSession),
      handler: (request) => sessions.remove(authOf(request), request.params.sessionId),
    });
  };
}
