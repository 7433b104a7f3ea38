import type { FastifyBaseLogger } from 'fastify';
import { LOG_AREAS, type LogArea } from '#config/config-fields.ts';
import { pathOf } from './decode-path.ts';

export type LogLevels = Readonly<Partial<Record<LogArea, string>>>;

/** Creates the loggers of all areas once. Each costs 4 of the 85 µs of a small response (`npm run bench:proxy`). */
export function areaLoggers(log: FastifyBaseLogger, levels: LogLevels = {}) {
  const loggers = new Map(
    LOG_AREAS.map((area) => {
      const level = levels[area];
      return [area, log.child({ area }, level === undefined ? {} : { level })];
    }),
  );
  return (area: LogArea): FastifyBaseLogger => loggers.get(area) ?? log;
}

/** Areas by the first part of a path. */
const AREAS: Readonly<Record<string, LogArea>> = {
  auth: 'accounts',
  catalogue: 'catalog',
  invitations: 'accounts',
  library: 'library',
  links: 'accounts',
  lists: 'accounts',
  metadata: 'sources',
  proxy: 'proxy',
  scrape: 'sources',
  sessions: 'accounts',
  stream: 'relay',
  subtitles: 'subtitles',
  users: 'accounts',
};

/** Returns the area of a request by its path. */
export function areaOf(url: string): LogArea {
  const [, first = ''] = pathOf(url).split('/', 2);
  return Object.hasOwn(AREAS, first) ? (AREAS[first] ?? 'web') : 'web';
}
