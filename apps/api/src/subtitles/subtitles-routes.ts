import {
  searchSubtitles,
  SUBTITLE_FILE_BUDGET,
  SUBTITLE_FILE_PATH,
} from '@matinee/shared/contract/subtitles';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { route } from '#http/route.ts';
import { SANDBOX_HEADERS } from '#proxy/headers.ts';
import type { Subtitles } from './subtitles.ts';

/** Cast devices and other players have other origins, and need only a token. */
const anyOrigin = { cors: { origin: '*' } };
const MAX_AGE_SECONDS = 24 * 60 * 60;
const Path = z.object({ '*': z.string() });

/**
 * `/subtitles/search`, and `/subtitles/file/{token}` for its results. A file name may follow, for players that need its
 * extension.
 */
export function subtitleRoutes(subtitles: Subtitles): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(searchSubtitles),
      handler: ({ query, signal }) => subtitles.search(query, signal),
    });
    app.route({
      method: 'GET',
      url: `${SUBTITLE_FILE_PATH}/*`,
      config: { ...anyOrigin, budget: SUBTITLE_FILE_BUDGET },
      async handler({ params, signal }, reply) {
        const [token = ''] = Path.parse(params)['*'].split('/', 1);
        const text = await subtitles.file(token, signal);
        return reply
          .type(`text/${text.startsWith('WEBVTT') ? 'vtt' : 'plain'}; charset=utf-8`)
          .headers({
            ...SANDBOX_HEADERS,
            'cache-control': `public, max-age=${MAX_AGE_SECONDS}, immutable`,
            'cross-origin-resource-policy': 'cross-origin',
          })
          .send(text);
      },
    });
    // The default preflight handler would reject origins that are not listed.
    app.options(`${SUBTITLE_FILE_PATH}/*`, { config: anyOrigin }, (_request, reply) =>
      reply.code(204).send(),
    );
  };
}
