import { getMetadata } from '@matinee/shared/contract/metadata';
import type { Scraper } from '@matinee/sources/run';
import type { FastifyPluginAsync } from 'fastify';

export function metadataRoutes({ metadata }: Scraper): FastifyPluginAsync {
  return async (app) => {
    app.get(getMetadata.path, { config: { endpoint: getMetadata } }, () => metadata());
  };
}
