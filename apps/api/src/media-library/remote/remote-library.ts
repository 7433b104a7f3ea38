// Files on other servers that add-ons and the manifest name. The server converts them like files on a WebDAV share.
import { namedLines } from '@matinee/shared/media/resolution';
import { qualityOfHeight } from '@matinee/shared/media/stream';
import {
  LIBRARY_SCHEME,
  NotFoundError,
  type InspectFile,
  type RemoteFileInfo,
} from '@matinee/sources/source';
import { LRUCache } from 'lru-cache';
import { countLookup, countRetry } from '#lib/measurements.ts';
import { hash } from 'node:crypto';
import { z } from 'zod';
import { extension, isRemuxed } from '#media-library/folder/extensions.ts';
import { partOf } from '#media-library/folder/folder-index.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { withMediaInput } from '#media-library/remux/input/media-input.ts';
import { probeSegment } from '#media-library/remux/input/probe-media.ts';
import {
  createRemuxer,
  EMBEDDED_SUBTITLES,
  MASTER,
  playlistsOf,
  TIMELINE,
  type InspectOptions,
} from '#media-library/remux/remuxer.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import type { HttpClient, UpstreamResponse } from '#proxy/http-client.ts';
import { sanitizeHeaders } from '#stream-relay/headers.ts';
import type { Library } from '#stream-relay/stream-source.ts';
import { inspectPlaylist, targetAt, type RemoteTarget } from './inspect-playlist.ts';

export interface RemoteLibraryOptions {
  /** May reach the same hosts as sources of this trust level. */
  readonly upstream: Pick<HttpClient, 'open'>;
  readonly userAgent: string;
  readonly transcoder: Transcoder;
}

export interface RemoteLibrary extends Library {
  readonly inspect: InspectFile;
  readonly close: () => void;
}

const PREFIX = `${LIBRARY_SCHEME}remote/`;
/** A URL of the library: the file, its hash, and a resource of the converted file. */
const ADDRESS = /^library:remote\/([\w-]+(?:\.[a-z\d]{1,5})?)\/[\w-]{32}\//;
/** Each segment's URL contains the file's URL. */
const MAX_PATH_CHARACTERS = 2_000;
/** Shorter than the time limit of sources. */
const INSPECT_TIMEOUT_MS = 8_000;
/** A file without an index must be read completely before it plays. */
const MAX_SCANNED_BYTES = 64 * 1024 * 1024;
/** More than for local files, because a slow server must not delay the others. */
const SEGMENTS_AT_ONCE = 8;

/** URLs contain the file's URL, to work after a restart and on each replica. */
export function createRemoteLibrary(options: RemoteLibraryOptions): RemoteLibrary {
  const store = createRemoteStore(options);
  const remuxer = createRemuxer(store, options.transcoder, { segmentsAtOnce: SEGMENTS_AT_ONCE });
  return {
    prefix: PREFIX,
    open: async (url, openOptions) => {
      const path = ADDRESS.exec(url)?.[1];
      if (path === undefined) throw new NotFoundError("This file doesn't exist.");
      return await remuxer.open(url, path, openOptions);
    },
    inspect: async ({ url, headers, name, isPlaylist = false }, { capabilities, signal }) => {
      const target = { url, headers: sanitizeHeaders(headers) };
      if (isPlaylist) return await inspectStream(store, target, { capabilities, signal });
      const path = pathOf(target, name);
      if (path.length > MAX_PATH_CHARACTERS) throw new Error('its address is too long');
      const limit = AbortSignal.any([signal, AbortSignal.timeout(INSPECT_TIMEOUT_MS)]);
      const inspection = { capabilities, signal: limit };
      const file = `${PREFIX}${path}/${hash('sha256', path, 'base64url').slice(0, 32)}/`;
      const urlOf = (part: string): string => partOf(file, part, capabilities);
      const direct = isRemuxed(path) ? undefined : await remuxer.inspectDirect(path, inspection);
      if (direct) {
        const quality = qualityOfHeight(direct.size && namedLines(direct.size));
        return { plays: 'direct', quality, ...(direct.isIndexed && playlistsOf(direct, urlOf)) };
      }
      const { unplayable, isIndexed, size, subtitles } = await remuxer.inspect(path, inspection);
      if (unplayable) return { plays: 'never', ...unplayable };
      if (!isIndexed && size > MAX_SCANNED_BYTES) {
        throw new Error('it is large, and has no index to seek with');
      }
      return {
        plays: 'converted',
        playlist: urlOf(MASTER),
        timeline: urlOf(TIMELINE),
        embeddedSubtitles: subtitles?.isListed === true ? urlOf(EMBEDDED_SUBTITLES) : undefined,
      };
    },
    close: remuxer.close,
  };
}

/** Short, because a slow server must not delay the others. Streams that can't be inspected are still offered. */
const PLAYLIST_TIMEOUT_MS = 3_000;

async function inspectStream(
  store: Pick<FileStore, 'open'>,
  target: RemoteTarget,
  { capabilities, signal }: InspectOptions,
): Promise<RemoteFileInfo> {
  if (!capabilities) return { plays: 'direct' };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PLAYLIST_TIMEOUT_MS)]);
  return await inspectPlaylist(target, {
    capabilities,
    open: (playlist) => store.open(pathOf(playlist), { method: 'GET', headers: {}, signal: limit }),
    probe: (segment) =>
      withMediaInput(store, pathOf(segment), {
        signal: limit,
        run: (media) => probeSegment(media, capabilities),
      }),
  });
}

const Target = z.tuple([z.string(), z.record(z.string(), z.string())]);

/** Adds the extension, which tells the container if the content doesn't. */
function pathOf({ url, headers }: RemoteTarget, name = ''): string {
  const ending = extension(name) || extension(URL.parse(url)?.pathname ?? '');
  const data = Buffer.from(JSON.stringify([url, headers])).toString('base64url');
  return ending === '' ? data : `${data}.${ending}`;
}

function targetOf(path: string): RemoteTarget {
  const data = Buffer.from(path.replace(/\.\w+$/, ''), 'base64url').toString();
  const [url, headers] = Target.parse(JSON.parse(data));
  return { url, headers };
}

const MAX_REDIRECTS_KEPT = 200;
const REDIRECT_TTL_MS = 5 * 60_000;

/** Reads files by ranges. */
function createRemoteStore({ upstream, userAgent }: RemoteLibraryOptions): Pick<FileStore, 'open'> {
  // Add-ons redirect to a storage server, and limit the number of requests.
  const redirected = new LRUCache<string, RemoteTarget>({
    max: MAX_REDIRECTS_KEPT,
    ttl: REDIRECT_TTL_MS,
  });
  return {
    open: async (path, { method, headers, signal }) => {
      const request = async (target: RemoteTarget): Promise<UpstreamResponse> =>
        await upstream.open({
          url: target.url,
          method,
          headers: {
            'user-agent': userAgent,
            accept: '*/*',
            ...target.headers,
            ...headers,
            'accept-encoding': 'identity',
          },
          signal,
        });
      const target = targetOf(path);
      const known = redirected.get(path);
      countLookup('redirects', known ? 'hit' : 'miss');
      let response = await request(known ?? target);
      if (known && response.status >= 400 && response.status !== 416) {
        // The storage server's URL may have expired.
        response.body.destroy();
        redirected.delete(path);
        countRetry('redirect');
        response = await request(target);
      }
      const { status, finalUrl } = response;
      if (status === 404 || status === 410) {
        response.body.destroy();
        throw new NotFoundError("it's no longer on the server");
      }
      if (!known && status === 206 && finalUrl !== target.url) {
        redirected.set(path, targetAt(target, finalUrl));
      }
      return response;
    },
  };
}
