// Restores a backup on this site's server. The backup replaces the server's data.
import {
  getRestore,
  getSetup,
  listSetupBackups,
  startRestore,
  startSetupRestore,
  startSetupUpload,
  startUpload,
  UPLOAD_PART_BYTES,
  uploadPart,
  uploadSetupPart,
} from '@matinee/shared/contract/restore';
import { queryOptions } from '@tanstack/react-query';
import { siteOrigin } from '#config.ts';
import { ApiRequestError, call, type ApiFailure } from '#data/api.ts';
import { sessionHeaders } from '#data/session.ts';
import { fetchWatched } from '#lib/http.ts';
import { sleep } from '#lib/scheduling.ts';

const HERE = { server: siteOrigin } as const;

/** Whether this site's server has no account yet. */
export function setupState() {
  return queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(getSetup, {}, { ...HERE, signal }),
    staleTime: 0,
    retry: false,
  });
}

/** The backups that a new server can restore. The reply changes after a restore. */
export function setupBackups(invite: string) {
  return queryOptions({
    queryKey: ['setup', 'backups', invite],
    queryFn: ({ signal }) => call(listSetupBackups, { query: { invite } }, { ...HERE, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** The backup to restore: one that the server lists, or a file. */
export type RestoreSource = ({ readonly name: string } | { readonly file: File }) & {
  /** The owner's invitation, on a new server. */
  readonly invite?: string | undefined;
};

export type RestoreStep =
  | { readonly is: 'uploading'; readonly fraction: number }
  /** `lost`: the server doesn't report how the restore ended. */
  | { readonly is: 'checking' | 'restoring' | 'done' | 'lost' }
  /** `message`: the server's reason, after it has begun. */
  | {
      readonly is: 'failed';
      readonly message: string;
      /** The data was replaced before it failed. */
      readonly isReplaced?: boolean | undefined;
    }
  /** `failure` is undefined for a file that can't be read. */
  | { readonly is: 'failed'; readonly failure: ApiFailure | undefined };

/** Yields each step. Leaving the loop stops an upload; a restore that has begun continues. */
export async function* restore(
  source: RestoreSource,
  signal: AbortSignal,
): AsyncGenerator<RestoreStep, void> {
  let isSent = false;
  try {
    const body =
      'name' in source ? { name: source.name } : { upload: yield* sendFile(source, signal) };
    yield { is: 'checking' };
    isSent = true;
    const { id } =
      source.invite === undefined
        ? await call(startRestore, { body }, HERE)
        : await call(startSetupRestore, { query: { invite: source.invite }, body }, HERE);
    return yield* untilRestored(id, signal);
  } catch (error) {
    if (signal.aborted) return;
    const failure = error instanceof ApiRequestError ? error.failure : undefined;
    // Unless the server has rejected the request, the restore may have begun.
    if (isSent && failure?.is !== 'rejected') yield { is: 'lost' };
    else yield { is: 'failed', failure };
  }
}

type FileSource = Extract<RestoreSource, { file: File }>;

/** Sends a file in parts and returns the upload's id. */
async function* sendFile(
  source: FileSource,
  signal: AbortSignal,
): AsyncGenerator<RestoreStep, string> {
  const { file, invite } = source;
  const body = { bytes: file.size };
  const options = { ...HERE, signal };
  const { id } =
    invite === undefined
      ? await call(startUpload, { body }, options)
      : await call(startSetupUpload, { query: { invite }, body }, options);
  const { method, path } = invite === undefined ? uploadPart : uploadSetupPart;
  for (let offset = 0; offset < file.size; offset += UPLOAD_PART_BYTES) {
    yield { is: 'uploading', fraction: offset / file.size };
    const query = new URLSearchParams({ offset: String(offset), ...(invite && { invite }) });
    const url = `${siteOrigin}${path.replace(':id', id)}?${query.toString()}`;
    const part = file.slice(offset, offset + UPLOAD_PART_BYTES);
    await sendPart(url, { method, body: part }, signal);
  }
  return id;
}

const PART_TIMEOUT_MS = 60_000;
const PART_ATTEMPTS = 5;
/** The pause after the first failure. Each further failure doubles it. */
const PART_RETRY_MS = 1_000;
/** The disk is full. */
const INSUFFICIENT_STORAGE = 507;

/** Sends a part, and retries after temporary errors: the server accepts the last part twice. */
async function sendPart(
  url: string,
  part: Pick<RequestInit, 'method' | 'body'>,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const status = await fetchWatched(url, {
      ...part,
      headers: { 'content-type': 'application/octet-stream', ...sessionHeaders(siteOrigin) },
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)]),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      // The network failed.
      () => 0,
    );
    signal.throwIfAborted();
    if (status === 200) return;
    const mayPass = status === 0 || status === 429 || status >= 500;
    if (!mayPass || status === INSUFFICIENT_STORAGE || attempt === PART_ATTEMPTS)
      throw new ApiRequestError(
        status === 0 ? { is: 'unreachable' } : { is: 'rejected', status },
        `${url}: ${status}`,
      );
    await sleep(PART_RETRY_MS * 2 ** (attempt - 1), signal);
  }
}

const POLL_MS = 1_000;
const RESTORE_LIMIT_MS = 60 * 60_000;

/** The server can't be reached while it restarts. */
async function* untilRestored(id: string, signal: AbortSignal): AsyncGenerator<RestoreStep, void> {
  const until = Date.now() + RESTORE_LIMIT_MS;
  while (Date.now() < until) {
    await sleep(POLL_MS, signal);
    const state = await call(getRestore, { params: { id } }, { ...HERE, signal }).catch(
      (error: unknown) => {
        if (!(error instanceof ApiRequestError)) throw error;
        // If the server's process was killed in the meantime, it doesn't know the restore.
        return error.status === 404 ? ({ is: 'lost' } as const) : undefined;
      },
    );
    if (state?.is === 'lost') return yield state;
    if (state?.is === 'failed') return yield state;
    if (state?.is === 'done') return yield { is: 'done' };
    yield { is: state?.is === 'checking' ? 'checking' : 'restoring' };
  }
  yield { is: 'lost' };
}
