import { listPlaybacks, listPlayDays, reportPlayback } from '@matinee/shared/contract/playbacks';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { Playbacks, Viewer } from './playbacks.ts';

export interface PlaybackRoutesOptions {
  readonly playbacks: Pick<Playbacks, 'report' | 'list' | 'days'>;
  /** `isNamed`: the account agreed to its nickname. */
  readonly viewerOf: (request: FastifyRequest, isNamed: boolean) => Promise<Viewer>;
}

export function playbackRoutes(options: PlaybackRoutesOptions): FastifyPluginAsyncZod {
  const { playbacks, viewerOf } = options;
  return async (app) => {
    app.route({
      ...route(reportPlayback),
      handler: async (request) => {
        const { body } = request;
        playbacks.report(body, await viewerOf(request, body.isNamed === true));
        return true as const;
      },
    });
    app.route({ ...route(listPlaybacks), handler: () => playbacks.list() });
    app.route({
      ...route(listPlayDays),
      handler: async ({ query }) => ({ days: [...(await playbacks.days(query.days))] }),
    });
  };
}
