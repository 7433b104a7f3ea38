import { exportAccount, importAccount } from '@matinee/shared/contract/export';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import { callerOf } from '#plugins/access.ts';
import type { AccountExports } from '#services/export.ts';
import type { AccountImports } from '#services/import.ts';

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
      ...route(exportAccount),
      handler: (request, reply) => {
        reply.headers(AS_FILE);
        return exports.read(callerOf(request));
      },
    });
    app.route({
      ...route(importAccount),
      handler: ({ params, body }) => imports.merge(params.userId, body),
    });
  };
}
