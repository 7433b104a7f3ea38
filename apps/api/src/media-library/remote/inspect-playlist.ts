// Determines whether the browser decodes an HLS stream on another server. This server doesn't convert such streams.
import type { Capabilities } from '@matinee/shared/media/capabilities';
import type { RemoteFileInfo } from '@matinee/sources/source';
import { hasVideoCodec, missingCodec } from '#media-library/remux/input/codec-support.ts';
import { readUpTo } from '#media-library/remux/input/media-input.ts';
import type { UpstreamResponse } from '#proxy/http-client.ts';
import { inheritedHeaders } from '#stream-relay/headers.ts';

export interface RemoteTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface PlaylistOptions {
  readonly open: (target: RemoteTarget) => Promise<UpstreamResponse>;
  readonly probe: (segment: RemoteTarget) => Promise<RemoteFileInfo>;
  readonly capabilities: Capabilities;
}

/** The beginning of a long playlist is enough. */
const MAX_PLAYLIST_BYTES = 256 * 1024;
const MAX_VARIANTS = 50;

const PLAYS: RemoteFileInfo = { plays: 'direct' };

/** Leaves unknown codecs to the browser. Throws if the playlist can't be read. */
export async function inspectPlaylist(
  target: RemoteTarget,
  options: PlaylistOptions,
): Promise<RemoteFileInfo> {
  const playlist = await readPlaylist(target, options);
  const variants = withVideo(variantsIn(playlist.text));
  if (variants.length === 0) return await inspectSegment(playlist, options);
  const undeclared = variants.find(({ codecs }) => !codecs);
  const missing = variants.map(({ codecs = [] }) => missingCodec(codecs, options.capabilities));
  // Players leave out variants with declared codecs that the browser lacks.
  const isDecoded = variants.some(({ codecs }, at) => codecs && !missing[at]);
  if (isDecoded) return PLAYS;
  const [first] = missing;
  if (!undeclared) return first ? { plays: 'never', ...first } : PLAYS;
  const media = addressIn(playlist, undeclared.uri);
  return media ? await inspectSegment(await readPlaylist(media, options), options) : PLAYS;
}

interface Playlist {
  readonly text: string;
  /** The target after redirects. */
  readonly target: RemoteTarget;
}

async function readPlaylist(
  target: RemoteTarget,
  { open }: Pick<PlaylistOptions, 'open'>,
): Promise<Playlist> {
  const { status, body, finalUrl } = await open(target);
  try {
    if (status !== 200) throw new Error(`its playlist responded with status ${status}`);
    const text = (await readUpTo(body, MAX_PLAYLIST_BYTES)).toString().replace(/^\uFEFF/, '');
    if (!text.startsWith('#EXTM3U')) throw new Error("it isn't a playlist");
    return { text, target: targetAt(target, finalUrl) };
  } finally {
    body.destroy();
  }
}

/** Keeps credentials only if the URL has the same origin. */
export function targetAt({ url: from, headers }: RemoteTarget, url: string): RemoteTarget {
  const isSameOrigin = new URL(from).origin === new URL(url).origin;
  return { url, headers: inheritedHeaders(headers, isSameOrigin) };
}

function addressIn({ target }: Playlist, uri: string): RemoteTarget | undefined {
  const url = URL.parse(uri, target.url);
  return url && /^https?:$/.test(url.protocol) ? targetAt(target, url.href) : undefined;
}

interface Variant {
  readonly uri: string;
  /** Undefined if the playlist doesn't declare them. */
  readonly codecs: readonly string[] | undefined;
  readonly hasVideo: boolean;
}

function variantsIn(text: string): readonly Variant[] {
  const variants: Variant[] = [];
  let attributes: string | undefined;
  for (const line of linesOf(text)) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) attributes = line;
    if (line.startsWith('#') || attributes === undefined) continue;
    const codecs = /[:,]\s*CODECS="([^"]+)"/.exec(attributes)?.[1]?.split(/\s*,\s*/);
    const isSized = /[:,]\s*RESOLUTION=/.test(attributes);
    variants.push({ uri: line, codecs, hasVideo: isSized || hasVideoCodec(codecs ?? []) });
    attributes = undefined;
    if (variants.length === MAX_VARIANTS) break;
  }
  return variants;
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Leaves out variants with audio only, which are for slow connections. */
function withVideo(variants: readonly Variant[]): readonly Variant[] {
  const found = variants.filter(({ hasVideo }) => hasVideo);
  return found.length > 0 ? found : variants;
}

async function inspectSegment(
  playlist: Playlist,
  { probe }: PlaylistOptions,
): Promise<RemoteFileInfo> {
  const uri = firstSegment(playlist.text);
  const segment = uri === undefined ? undefined : addressIn(playlist, uri);
  return segment ? await probe(segment) : PLAYS;
}

const FROM_WITHIN_FILE = /@[1-9]/;

/** Returns the initialization section or the first segment, which tell the codecs, if it begins an unencrypted file. */
function firstSegment(text: string): string | undefined {
  for (const line of linesOf(text)) {
    if (line.startsWith('#EXT-X-KEY:') && !line.includes('METHOD=NONE')) return undefined;
    if (line.startsWith('#EXT-X-BYTERANGE:') && FROM_WITHIN_FILE.test(line)) return undefined;
    if (line.startsWith('#EXT-X-MAP:')) {
      const [, range = ''] = /BYTERANGE="([^"]*)"/.exec(line) ?? [];
      return FROM_WITHIN_FILE.test(range) ? undefined : /URI="([^"]+)"/.exec(line)?.[1];
    }
    if (!line.startsWith('#')) return line;
  }
  return undefined;
}
