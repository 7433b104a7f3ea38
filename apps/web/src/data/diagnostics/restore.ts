// Restores a backup on this site's server, whose data it replaces.
import {
  getRestore,
  getSetup,
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
import { ApiRequestError, call } from '#data/api.ts';
import { sessionHeaders } from '#data/session.ts';
import { fetchWatched } from '#lib/http.ts';

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

/** What to restore: a backup on the server, a file of an administrator, or one for a new server. */
export type RestoreSource =
  | { readonly name: string }
  | { readonly file: File }
  /** `invite`: the owner's invitation. */
  | { readonly file: File; readonly invite: string };

export type RestoreStep =
  | { readonly is: 'uploading'; readonly fraction: number }
  | { readonly is: 'checking' | 'restoring' | 'done' }
  /** `message`: the server's text, if there is one. */
  | { readonly is: 'failed'; readonly message: string | undefined };

/** Yields each step. Leaving the loop stops an upload; a restore that has begun continues. */
export async function* restore(
  source: RestoreSource,
  signal: AbortSignal,
): AsyncGenerator<RestoreStep, void> {
  try {
    if ('name' in source) {
      yield { is: 'checking' };
      const body = { name: source.name };
      const { id } = await call(startRestore, { body }, HERE);
      return yield* untilRestored(id, signal);
    }
    const upload = yield* sendFile(source, signal);
    yield { is: 'checking' };
    return yield* untilRestored(await startFrom(source, upload), signal);
  } catch (error) {
    if (signal.aborted) return;
    const failure = error instanceof ApiRequestError ? error.failure : undefined;
    yield { is: 'failed', message: failure?.is === 'rejected' ? failure.message : undefined };
  }
}

type FileSource = Exclude<RestoreSource, { name: string }>;

async function startFrom(source: FileSource, upload: string): Promise<string> {
  const { id } =
    'invite' in source
      ? await call(startSetupRestore, { query: { invite: source.invite }, body: { upload } }, HERE)
      : await call(startRestore, { body: { upload } }, HERE);
  return id;
}

/** Sends a file in parts and returns the upload's id. */
async function* sendFile(
  source: FileSource,
  signal: AbortSignal,
): AsyncGenerator<RestoreStep, string> {
  const { file } = source;
  const body = { bytes: file.size };
  const options = { ...HERE, signal };
  const invite = 'invite' in source ? source.invite : undefined;
  const { id } =
    invite === undefined
      ? await call(startUpload, { body }, options)
      : await call(startSetupUpload, { query: { invite }, body }, options);
  const { method, path } = invite === undefined ? uploadPart : uploadSetupPart;
  for (let offset = 0; offset < file.size; offset += UPLOAD_PART_BYTES) {
    yield { is: 'uploading', fraction: offset / file.size };
    const query = new URLSearchParams({ offset: String(offset), ...(invite && { invite }) });
    const url = `${siteOrigin}${path.replace(':id', id)}?${query.toString()}`;
    const response = await fetchWatched(url, {
      method,
      headers: { 'content-type': 'application/octet-stream', ...sessionHeaders(siteOrigin) },
      body: file.slice(offset, offset + UPLOAD_PART_BYTES),
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`Status ${response.status}`);
  }
  return id;
}

const PART_TIMEOUT_MS = 60_000;
const POLL_MS = 1_000;
const RESTORE_LIMIT_MS = 60 * 60_000;

/** The server can't be reached while it restarts. */
async function* untilRestored(id: string, signal: AbortSignal): AsyncGenerator<RestoreStep, void> {
  yield { is: 'restoring' };
  const until = Date.now() + RESTORE_LIMIT_MS;
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
    const state = await call(getRestore, { params: { id } }, { ...HERE, signal }).catch(
      (error: unknown) => {
        if (error instanceof ApiRequestError && error.status !== 404) return undefined;
        throw error;
      },
    );
    if (state?.is === 'failed') return yield { is: 'failed', message: state.message };
    if (state?.is === 'done') return yield { is: 'done' };
  }
  yield { is: 'failed', message: undefined };
}
