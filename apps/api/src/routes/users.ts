import { deleteUser, getMe, getUser, updateUser } from '@matinee/shared/contract/users';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import { callerOf } from '#plugins/access.ts';
import type { Accounts } from '#services/accounts.ts';
import type { News } from '#services/news.ts';

export interface UserServices {
  readonly accounts: Accounts;
  readonly news: News;
}

export function userRoutes({ accounts, news }: UserServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({ ...route(getMe), handler: (request) => news.forCaller(callerOf(request)) });
    app.route({ ...route(getUser), handler: (request) => ({ user: callerOf(request).user }) });
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
