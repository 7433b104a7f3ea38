import { listErrorGroups, reportError } from '@matinee/shared/contract/error-groups';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import { ERROR_DAYS, type ErrorGroups } from './error-groups.ts';
import type { ErrorLog } from './error-log.ts';

export interface ErrorRoutesOptions {
  readonly errorLog: Pick<ErrorLog, 'add'>;
  readonly errorGroups: Pick<ErrorGroups, 'list'>;
}

export function errorRoutes({ errorLog, errorGroups }: ErrorRoutesOptions): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(reportError),
      handler: ({ body: { place, ...report } }) => {
        errorLog.add({ origin: 'browser', level: 'error', area: place, ...report });
        return true as const;
      },
    });
    app.route({
      ...route(listErrorGroups),
      handler: async ({ query }) => ({
        ...(await errorGroups.list(query.search)),
        days: ERROR_DAYS,
      }),
    });
  };
}
