import { exportAccount, importAccount } from '@matinee/shared/contract/export';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendJson } from '#http/json-stream.ts';
import { route, rawJsonRoute } from '#http/route.ts';
import { authOf } from '#accounts/access-plugin.ts';
import type { AccountExports } from './export.ts';
import type { AccountImports } from './import.ts';

export interface ExportServices {
  readonly exports: AccountExports;
  readonly imports: AccountImports;
}

/** Downloaded, and never cached. */
const AS_FILE = {
  'content-disposition': 'attachment; filename="matinee-account.json"',
  'cache-control': 'no-store',
};

export function exportRoutes({ exports, imports }: ExportServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...rawJsonRoute(exportAccount),
      handler: async (request, reply) => {
        const document = await exports.open(authOf(request));
        reply.headers(AS_FILE);
        return sendJson(reply, document);
      },
    });
    app.route({
      ...route(importAccount),
      handler: ({ params, body }) => imports.merge(params.userId, body),
    });
  };
}
