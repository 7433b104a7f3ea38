import { getMetadata } from '@matinee/shared/contract/scrape';
import type { FastifyPluginAsync } from 'fastify';
import type { ScraperFor } from './scraper-for.ts';

export function metadataRoutes(scraperFor: ScraperFor): FastifyPluginAsync {
  return async (app) => {
    app.get(getMetadata.path, { config: { endpoint: getMetadata } }, async (request) => {
      const { scraper } = await scraperFor(request);
      return scraper.metadata();
    });
  };
}
