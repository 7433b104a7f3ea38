import { exportAccount, importAccount } from '@matinee/shared/contract/export';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { asJson } from '#http/json-stream.ts';
import { route, textRoute } from '#http/route.ts';
import { callerOf } from '#accounts/access-plugin.ts';
import type { AccountExports } from './export.ts';
import type { AccountImports } from './import.ts';

export interface ExportServices {
  readonly exports: AccountExports;
  readonly imports: AccountImports;
}

/** Saved, not shown, and kept by nobody on the way. */
const AS_FILE = {
  'content-disposition': 'attachment; filename="matinee-account.json"',
  'cache-control': 'no-store',
};

export function exportRoutes({ exports, imports }: ExportServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...textRoute(exportAccount),
      handler: async (request, reply) => {
        const document = await exports.open(callerOf(request));
        reply.headers(AS_FILE);
        return asJson(reply, document);
      },
    });
    app.route({
      ...route(importAccount),
      handler: ({ params, body }) => imports.merge(params.userId, body),
    });
  };
}
