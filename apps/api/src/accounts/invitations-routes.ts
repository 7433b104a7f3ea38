import {
  checkInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
} from '@matinee/shared/contract/invitations';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import { authOf } from './access-plugin.ts';
import type { Invitations } from './invitations.ts';

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
