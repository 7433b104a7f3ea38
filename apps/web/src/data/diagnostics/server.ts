// Checks, options, backups and the bug report of this site's server, for administrators.
import {
  BackupEvent,
  linkBackup,
  listBackupFiles,
  makeBackup,
} from '@matinee/shared/contract/backups';
import {
  CheckEvent,
  createBugReport,
  getConfiguration,
  getNewRelease,
  runServerChecks,
} from '@matinee/shared/contract/diagnostics';
import type { Endpoint } from '@matinee/shared/contract/endpoint';
import { listOwnSources, listSkippedFiles } from '@matinee/shared/contract/library';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { siteOrigin } from '#config.ts';
import { ApiRequestError, call, rejectedError } from '#data/api.ts';
import { SKIPPED_FILES } from '#data/catalog/library-match.ts';
import { sessionHeaders, sessionStore } from '#data/session.ts';
import { fetchWatched } from '#lib/http.ts';
import { saveFile } from '#lib/save-file.ts';
import { readEvents } from '#lib/sse.ts';

/**
 * `only`: the `check` and `subject` of a single check. Rejects if the server can't run the checks. Leaving the loop
 * cancels the checks that still run.
 */
export async function* serverChecks(
  only: Readonly<Record<string, string>>,
  signal: AbortSignal,
): AsyncGenerator<CheckEvent, void> {
  const request = { endpoint: runServerChecks, query: only, schema: CheckEvent, signal };
  for await (const event of adminEvents(request)) {
    yield event;
    if (event.type === 'end') return;
  }
  throw new Error('The connection was lost');
}

/** Lists every option of this site's server, for administrators. A button requests it. */
export function configuration() {
  return queryOptions({
    queryKey: ['diagnostics', 'configuration', administrator()],
    queryFn: async ({ signal }) =>
      (await call(getConfiguration, {}, { server: siteOrigin, signal })).options,
    enabled: false,
    retry: false,
  });
}

const HERE = { server: siteOrigin } as const;

const administrator = (): string => sessionStore.getState().account?.userId ?? '';

/** For queries that a button starts. After that, they reload while the page is visible. */
export const reloadOnceRun = {
  enabled: ({ state }: { readonly state: { readonly dataUpdateCount: number } }): boolean =>
    state.dataUpdateCount > 0,
  refetchInterval: 60_000,
  staleTime: 0,
} as const;

/** A release that is newer than this site's server, or null. The server checks once a day. */
export function newRelease(sessionId: string) {
  return queryOptions({
    queryKey: ['diagnostics', 'release', sessionId],
    queryFn: async ({ signal }) => (await call(getNewRelease, {}, { ...HERE, signal })).release,
    staleTime: RELEASE_MS,
    retry: false,
  });
}

const RELEASE_MS = 3_600_000;

export function backupList() {
  return queryOptions({
    queryKey: ['diagnostics', 'backups', administrator()],
    queryFn: ({ signal }) => call(listBackupFiles, {}, { ...HERE, signal }),
    ...reloadOnceRun,
    retry: false,
  });
}

/** Lists files that are neither a movie nor an episode, for administrators. */
export function skippedFiles() {
  return infiniteQueryOptions({
    queryKey: [...SKIPPED_FILES, administrator()],
    queryFn: ({ pageParam, signal }) =>
      call(listSkippedFiles, { query: { offset: pageParam } }, { ...HERE, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ files, total }, _pages, offset) =>
      files.length > 0 && offset + files.length < total ? offset + files.length : undefined,
    ...reloadOnceRun,
    retry: false,
  });
}

/** Counts the titles of each own source, for administrators. */
export function ownSources() {
  return queryOptions({
    queryKey: ['diagnostics', 'own-sources', administrator()],
    queryFn: ({ signal }) => call(listOwnSources, {}, { ...HERE, signal }),
    ...reloadOnceRun,
    retry: false,
  });
}

/** Makes a backup. Rejects with ApiRequestError if the outcome is unknown. Leaving the loop cancels the backup. */
export async function* backUp(signal: AbortSignal): AsyncGenerator<BackupEvent, void> {
  for await (const event of adminEvents({ endpoint: makeBackup, schema: BackupEvent, signal })) {
    yield event;
    if (event.type !== 'progress') return;
  }
  throw new ApiRequestError({ is: 'unreachable' }, 'The connection was lost');
}

/** Returns the URL of a file, which works for a minute. */
export async function downloadLink(name: string): Promise<string> {
  const { path } = await call(linkBackup, { params: { name } }, HERE);
  return `${siteOrigin}${path}`;
}

/** The server runs all checks first. */
const TIMEOUT_MS = 3 * 60_000;

/** Saves a description of this site's server, for administrators. */
export async function saveBugReport(): Promise<void> {
  const report = await call(createBugReport, {}, { server: siteOrigin, timeoutMs: TIMEOUT_MS });
  const content = new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' });
  saveFile(`matinee-bug-report-${report.createdAt.slice(0, 10)}.json`, content);
}

/** The server pings every 15 s. */
const LIMITS = { idleMs: 45_000, maxBytes: 4 * 1024 * 1024 };

interface EventsRequest<Event> {
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>;
  readonly query?: Readonly<Record<string, string>>;
  readonly schema: z.ZodType<Event>;
  readonly signal: AbortSignal;
}

/** Rejects with ApiRequestError if the server doesn't send events. Leaving the loop closes the connection. */
async function* adminEvents<Event>({
  endpoint: { method, path },
  query = {},
  schema,
  signal,
}: EventsRequest<Event>): AsyncGenerator<Event, void> {
  const search = new URLSearchParams({ ...query }).toString();
  const url = `${siteOrigin}${path}?${search}`;
  const response = await fetchWatched(url, {
    method,
    headers: { accept: 'text/event-stream', ...sessionHeaders(siteOrigin) },
    cache: 'no-store',
    credentials: 'omit',
    signal,
  }).catch(unreachable);
  const { ok, status, headers, body } = response;
  if (!ok || !body) {
    await body?.cancel();
    throw rejectedError({ status, headers, body: undefined }, url);
  }
  for await (const { event, data } of readEvents(body, LIMITS)) {
    const fields: object = JSON.parse(data);
    yield schema.parse({ ...fields, type: event });
  }
}

/** Rethrows the reason of an aborted signal. */
function unreachable(error: unknown): never {
  if (!(error instanceof TypeError)) throw error;
  throw new ApiRequestError({ is: 'unreachable' }, error.message, { cause: error });
}
