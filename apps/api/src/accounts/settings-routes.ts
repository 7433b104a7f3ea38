import { getSettings, putSettings } from '@matinee/shared/contract/settings';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { SettingsService } from './settings.ts';

export function settingsRoutes(settings: SettingsService): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(getSettings),
      handler: ({ params }) => settings.get(params.userId),
    });
    app.route({
      ...route(putSettings),
      handler: ({ params, body }) => settings.put(params.userId, body),
    });
  };
}
