// Remembers routes that an account server lacks, so that not every visit requests them.
import { z } from 'zod';
import { ApiRequestError } from '#data/api.ts';
import { backendUrl } from '#data/session.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';

/** First-generation servers have none of these routes. */
export type OptionalRoute = 'groupOrder' | 'lists' | 'ratings' | 'watchHistory';

const Server = z.looseObject({
  /** The version from `/meta`; undefined before the first response. */
  version: z.string().optional().catch(undefined),
  /** The time at which each route was missing, in milliseconds since 1970. */
  missing: z.record(z.string(), z.number()).catch({}).default({}),
});

const persisted = createPersisted({
  key: '__MW::unsupported',
  schema: z.lazy(() =>
    z.looseObject({ servers: z.record(z.string(), Server).catch({}).default({}) }),
  ),
  empty: { servers: {} },
});

export const unsupportedStore = persisted.store;

/** A missing route is tried again after this time, because servers are updated. */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;

/** Whether the account server in use lacks the route. */
export function isUnsupported(route: OptionalRoute, now = Date.now()): boolean {
  const missingSince = persisted.store.getState().servers[backendUrl() ?? '']?.missing[route];
  return missingSince !== undefined && now - missingSince < EXPIRES_AFTER_MS;
}

export function noteUnsupported(route: OptionalRoute, now = Date.now()): void {
  const server = backendUrl() ?? '';
  persisted.update(({ servers, ...rest }) => {
    const { missing = {}, ...known } = servers[server] ?? {};
    return {
      ...rest,
      servers: { ...servers, [server]: { ...known, missing: { ...missing, [route]: now } } },
    };
  });
}

/** Another version may have the missing routes. */
export function noteVersion(server: string, version: string): void {
  const known = persisted.store.getState().servers[server];
  if (!known || known.version === version) return;
  const missing = known.version === undefined ? known.missing : {};
  persisted.update(({ servers, ...rest }) => ({
    ...rest,
    servers: { ...servers, [server]: { ...known, version, missing } },
  }));
}

/** Whether the error means that the server has no such route. */
export const isMissingRoute = (error: unknown): error is ApiRequestError =>
  error instanceof ApiRequestError && (error.status === 404 || error.status === 405);
