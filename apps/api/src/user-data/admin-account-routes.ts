import {
  exportAnyAccount,
  listAccounts,
  removeAccount,
} from '@matinee/shared/contract/admin-accounts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { rawJsonRoute, route, sendJson } from '#http/route.ts';
import { authOf } from '#accounts/session-lookup.ts';
import type { AdminAccounts } from '#accounts/admin-accounts.ts';
import type { AccountExports } from './export.ts';

export interface AdminAccountServices {
  readonly adminAccounts: AdminAccounts;
  readonly exports: AccountExports;
}

export function adminAccountRoutes(services: AdminAccountServices): FastifyPluginAsyncZod {
  const { adminAccounts, exports } = services;
  return async (app) => {
    app.route({ ...route(listAccounts), handler: ({ query }) => adminAccounts.list(query) });
    app.route({
      ...route(removeAccount),
      handler: ({ params }) => adminAccounts.remove(params.accountId),
    });
    app.route({
      ...rawJsonRoute(exportAnyAccount),
      handler: async (request, reply) => {
        const { accountId } = request.params;
        await adminAccounts.mustExist(accountId);
        const { session } = authOf(request);
        const document = await exports.open({ user: { id: accountId }, session });
        reply.header('content-disposition', 'attachment; filename="account.json"');
        return sendJson(reply, document);
      },
    });
  };
}
