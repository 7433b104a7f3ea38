import type { FastifyBaseLogger } from 'fastify';
import { LOG_AREAS, type LogArea } from '#config/config-fields.ts';
import { pathOf } from './decode-path.ts';

export type LogLevels = Readonly<Partial<Record<LogArea, string>>>;

/** Loggers of all areas, made once: a child of each request would cost more than the request's hooks. */
export function areaLoggers(log: FastifyBaseLogger, levels: LogLevels = {}) {
  const loggers = new Map(
    LOG_AREAS.map((area) => {
      const level = levels[area];
      return [area, log.child({ area }, level === undefined ? {} : { level })];
    }),
  );
  return (area: LogArea): FastifyBaseLogger => loggers.get(area) ?? log;
}

/** The area by the first part of a path. */
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

/** The area of a request, by its path. */
export function areaOf(url: string): LogArea {
  const [, first = ''] = pathOf(url).split('/', 2);
  return Object.hasOwn(AREAS, first) ? (AREAS[first] ?? 'web') : 'web';
}
