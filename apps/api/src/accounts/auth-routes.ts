import {
  completeLogin,
  completeRegister,
  startLogin,
  startRegister,
} from '@matinee/shared/contract/auth';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { Login } from './login.ts';
import type { Registration } from './registration.ts';
import { deleteLink, postLink, takeLink } from '@matinee/shared/contract/links';
import type { Links } from './links.ts';
import {
  checkInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
} from '@matinee/shared/contract/invitations';
import { authOf } from './session-lookup.ts';
import type { Invitations } from './invitations.ts';

export interface AuthServices {
  readonly registration: Registration;
  readonly login: Login;
}

export function authRoutes({ registration, login }: AuthServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(startRegister),
      handler: async ({ body }) => ({
        challenge: await registration.start(body),
      }),
    });
    app.route({
      ...route(completeRegister),
      handler: ({ body, headers }) => registration.complete(body, headers['user-agent']),
    });
    app.route({
      ...route(startLogin),
      handler: async ({ body }) => ({ challenge: await login.start(body.publicKey) }),
    });
    app.route({
      ...route(completeLogin),
      handler: ({ body, headers }) => login.complete(body, headers['user-agent']),
    });
  };
}

export function linkRoutes(links: Links): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({ ...route(postLink), handler: ({ body }) => links.put(body) });
    app.route({
      ...route(takeLink),
      // A HEAD request would consume the message.
      exposeHeadRoute: false,
      handler: ({ params }, reply) => {
        reply.header('cache-control', 'no-store');
        return links.take(params.id);
      },
    });
    app.route({ ...route(deleteLink), handler: ({ params }) => links.remove(params.id) });
  };
}

export function invitationRoutes(invitations: Invitations): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(checkInvitation),
      handler: async ({ body }) => ({ state: await invitations.stateOf(body.code) }),
    });
    app.route({
      ...route(createInvitation),
      handler: (request) =>
        invitations.create({ ...request.body, createdById: authOf(request).user.id }),
    });
    app.route({ ...route(listInvitations), handler: () => invitations.list() });
    app.route({
      ...route(deleteInvitation),
      handler: async ({ params }) => {
        await invitations.revoke(params.code);
        return params;
      },
    });
  };
}
