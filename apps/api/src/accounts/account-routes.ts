import { deleteUser, getMe, getUser, updateUser } from '@matinee/shared/contract/users';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import { authOf } from './session-lookup.ts';
import type { Accounts } from './accounts.ts';
import { getSettings, putSettings } from '@matinee/shared/contract/settings';
import type { SettingsService } from './settings.ts';
import { deleteSession, listSessions, renameSession } from '@matinee/shared/contract/sessions';
import type { Sessions } from './sessions.ts';

export interface UserServices {
  readonly accounts: Accounts;
}

export function userRoutes({ accounts }: UserServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({ ...route(getMe), handler: (request) => authOf(request) });
    app.route({ ...route(getUser), handler: (request) => ({ user: authOf(request).user }) });
    app.route({
      ...route(updateUser),
      handler: ({ params, body }) => accounts.update(params.userId, body),
    });
    app.route({
      ...route(deleteUser),
      handler: ({ params }) => accounts.remove(params.userId),
    });
  };
}

export function settingsRoutes(settings: SettingsService): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(getSettings),
      handler: ({ params }) => settings.get(params.userId),
    });
    app.route({
      ...route(putSettings),
      handler: ({ params, body }) => settings.put(params.userId, body),
    });
  };
}

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
