// Checks of the servers that this site uses.
import { CHECK_PAGES } from '@matinee/shared/contract/diagnostics';
import { getReadiness } from '@matinee/shared/contract/health';
import { getMeta } from '@matinee/shared/contract/meta';
import { getMetadata } from '@matinee/shared/contract/scrape';
import { z } from 'zod';
import { config } from '#config.ts';
import { call } from '#data/api.ts';
import { catalogStatus } from '#data/catalog/status.ts';
import { tmdb } from '#data/catalog/tmdb.ts';
import { queryClient } from '#data/query-client.ts';
import { LenientMeta } from '#data/response-schemas.ts';
import { backendUrl, parseProxyEntry, relayUrls, sessionStore } from '#data/session.ts';
import { checkProxy } from '#data/streams/proxies/check-proxy.ts';
import { requestJson } from '#lib/http.ts';
import {
  AdvisedError,
  CheckError,
  DisabledError,
  type Check,
  type CheckText,
} from './run-checks.ts';

export async function accountServerChecks(): Promise<readonly Check[]> {
  const server = backendUrl();
  if (server === undefined) throw new CheckError((t) => t(($) => $.admin.accountServer.none));
  return [
    {
      id: server,
      name: () => server,
      run: async (signal) => {
        const meta = await call(getMeta, {}, { signal, reply: LenientMeta });
        const { name, version, description, hasCaptcha } = meta;
        return (t) =>
          [
            t(($) => $.admin.accountServer.found, { name, version }),
            description,
            t(($) => $.admin.accountServer[hasCaptcha ? 'captcha' : 'noCaptcha']),
          ]
            .filter(Boolean)
            .join('\n');
      },
    },
    {
      id: 'addresses',
      name: (t) => t(($) => $.admin.accountServer.addresses),
      run: async (signal) => {
        const meta = await call(getMeta, {}, { signal, reply: LenientMeta });
        if (meta.forwardedButUntrusted)
          throw new AdvisedError((t) => t(($) => $.admin.accountServer.untrustedProxy));
        // Only Matinee reports `maxChanges` and untrusted proxies.
        if (meta.maxChanges === undefined) return (t) => t(($) => $.settings.info.unknown);
        return (t) => t(($) => $.admin.accountServer.addressesKnown);
      },
    },
    {
      id: 'database',
      name: (t) => t(($) => $.admin.checks.names.database),
      run: (signal) => checkDatabase(server, signal),
    },
  ];
}

/** Without its database, the server recognizes no administrator, so nobody can run its own checks. */
async function checkDatabase(server: string, signal: AbortSignal): Promise<CheckText> {
  const { status, body } = await requestJson(`${server}${getReadiness.path}`, { signal });
  const state = getReadiness.reply.safeParse(body).data;
  // A movie-web server doesn't have the path.
  if (!state) return (t) => t(($) => $.settings.info.unknown);
  if (state.ready) return (t) => t(($) => $.admin.checks.states.ok);
  // A full disk also keeps PostgreSQL from starting.
  const isDisk = state.diskFull === true || (state.database && state.migrations);
  const check = isDisk ? 'disk' : state.database ? 'migrations' : 'database';
  const texts: Readonly<Record<typeof check, readonly CheckText[]>> = {
    database: [
      (t) => t(($) => $.admin.checks.means.databaseDown, { reason: status }),
      (t) => t(($) => $.admin.checks.fixes.databaseDown),
    ],
    // “Them” in the advice are the migrations.
    migrations: [
      (t) =>
        t(($) => $.admin.checks.subject, {
          check: t(($) => $.admin.checks.names.migrations),
          name: t(($) => $.admin.checks.fixes.migrationsMissing),
        }),
    ],
    disk: [
      (t) => t(($) => $.admin.checks.means.databaseDown, { reason: status }),
      (t) => t(($) => $.admin.checks.fixes.diskFull),
    ],
  };
  throw new AdvisedError((t, language) =>
    [
      ...texts[check].map((text) => text(t, language)),
      `${server}/manual/${CHECK_PAGES[check]}`,
    ].join('\n'),
  );
}

/** Checks the entries as written: a trailing slash is an error, although this site tolerates it. */
export async function proxyChecks(): Promise<readonly Check[]> {
  const named = sessionStore.getState().proxySet ?? [];
  const entries = [...named, ...config.CORS_PROXY_URL.split(',')];
  const proxies = entries.flatMap((entry) => {
    const parsed = parseProxyEntry(entry);
    return parsed?.type === 'proxy' ? [{ written: entry.trim(), url: parsed.url }] : [];
  });
  if (proxies.length === 0) throw new DisabledError((t) => t(($) => $.admin.proxies.none));
  const distinct = new Map(proxies.map((proxy) => [proxy.written, proxy]));
  return [...distinct.values()].map(({ written, url }) => ({
    id: written,
    name: () => url,
    run: async (signal) => {
      if (written.endsWith('/')) throw new CheckError((t) => t(($) => $.admin.proxies.slash));
      const result = await checkProxy(url, signal);
      if (result !== 'works') throw new CheckError((t) => t(($) => $.admin.proxies[result]));
      return (t) => t(($) => $.admin.proxies.works);
    },
  }));
}

const RELAY_TIMEOUT_MS = 15_000;

export async function relayChecks(): Promise<readonly Check[]> {
  const relays = relayUrls();
  if (relays.length === 0) throw new DisabledError((t) => t(($) => $.admin.relays.none));
  return relays.map((relay) => ({
    id: relay,
    name: () => relay,
    run: async (signal) => {
      const limits = { signal, timeoutMs: RELAY_TIMEOUT_MS };
      const { status, body } = await requestJson(`${relay}${getMetadata.path}`, limits);
      const list = getMetadata.reply.safeParse(body).data;
      if (status !== 200 || !list)
        throw new CheckError((t) => t(($) => $.admin.relays.unexpectedStatus, { status }));
      return (t) => t(($) => $.admin.relays.found, { count: list[1].length });
    },
  }));
}

/** A movie that TMDB has had for years. */
const KNOWN_MOVIE = '/movie/556574';

export async function movieDatabaseChecks(): Promise<readonly Check[]> {
  const { configured } = await queryClient.fetchQuery({ ...catalogStatus(), staleTime: 0 });
  if (!configured) throw new DisabledError((t) => t(($) => $.admin.checks.means.catalogNoKey));
  return [
    {
      id: 'movie',
      name: (t) => t(($) => $.admin.movieDatabase.testMovie),
      run: async (signal) => {
        const { title } = await tmdb(KNOWN_MOVIE, { schema: KnownMovie, signal });
        return () => title;
      },
    },
  ];
}

const KnownMovie = z.object({ title: z.string() });
