import { deleteUser, getMe, getUser, updateUser } from '@matinee/shared/contract/users';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import { authOf } from './access-plugin.ts';
import type { Accounts } from './accounts.ts';

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
