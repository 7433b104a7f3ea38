import type { Stream } from '@matinee/shared/media/stream';

import { requestText } from '#lib/http.ts';

import {
  RESOLUTIONS,
  chooseFile,
  fileQualities,
  isAutoQuality,
  nearestResolution,
  resolutionOf,
} from '../resolution.ts';
import type { Resolution, QualityPreference } from '../engine.ts';
import type { TrackPreferences } from '../source.ts';

export interface CastSource {
  readonly url: string;
  readonly info: PlaylistInfo | undefined;
  /** Empty when only the television can choose. */
  readonly qualities: readonly Resolution[];
  readonly quality: Resolution | undefined;
  /** Whether a preference leads to another URL. */
  readonly isOther: (preference: QualityPreference) => boolean;
}

interface SourceOptions {
  readonly preferences: () => TrackPreferences;
  readonly signal: AbortSignal;
  readonly page?: string;
}

/** Resolves the URL for a television. */
export async function castSource(
  stream: Stream,
  { preferences, signal, page = document.baseURI }: SourceOptions,
): Promise<CastSource> {
  if (Object.keys(stream.headers ?? {}).length > 0) {
    throw new Error("This source needs request headers, which a TV can't send");
  }
  const absolute = (url: string) => new URL(url, page).href;
  if (stream.type === 'file') {
    const pick = (preference: QualityPreference) => chooseFile(stream.qualities, preference);
    const file = pick(preferences().quality);
    if (!file) throw new Error("couldn't select quality");
    return {
      url: absolute(file.url),
      info: undefined,
      qualities: fileQualities(stream.qualities),
      quality: file.quality,
      isOther: (preference) => pick(preference)?.quality !== file.quality,
    };
  }
  const playlist = absolute(stream.playlist);
  const info = await readPlaylistInfo(playlist, signal);
  const variant = chooseVariant(info, preferences().quality);
  return {
    url: variant?.url ?? playlist,
    info,
    qualities: info.variants.map(({ size }) => size),
    quality: variant?.size,
    isOther: (preference) => chooseVariant(info, preference)?.url !== variant?.url,
  };
}

// Receivers need the segment formats of a playlist.
interface Variant {
  readonly url: string;
  readonly size: Resolution;
}

export interface PlaylistInfo {
  /** Variants that contain both sound and video, best first. */
  readonly variants: readonly Variant[];
  /** Named as in the SDK. Undefined when the segments do not show the format. */
  readonly video: 'fmp4' | 'mpeg2_ts' | undefined;
  readonly audio: 'fmp4' | 'ts' | 'aac' | 'mp3' | 'ac3' | 'e_ac3' | undefined;
}

const UNKNOWN: PlaylistInfo = { variants: [], video: undefined, audio: undefined };
const LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };

type ReadText = (url: string, signal: AbortSignal) => Promise<string>;

const read: ReadText = async (url, signal) => {
  const { status, body } = await requestText(url, { ...LIMITS, signal });
  if (status !== 200) throw new Error(`${status}: ${url}`);
  return body;
};

/** Returns no info for a playlist that this page cannot read: the television may still play it. */
export async function readPlaylistInfo(
  url: string,
  signal: AbortSignal,
  readText: ReadText = read,
): Promise<PlaylistInfo> {
  try {
    const master = await readText(url, signal);
    const { variants, audioUrl } = parseMaster(master, url);
    const first = variants[0]?.url;
    const video = segmentFormat(first === undefined ? master : await readText(first, signal));
    const audio = audioUrl === undefined ? video : segmentFormat(await readText(audioUrl, signal));
    return {
      variants: audioUrl === undefined ? byQuality(variants) : [],
      video: video === 'fmp4' || video === undefined ? video : 'mpeg2_ts',
      audio,
    };
  } catch {
    signal.throwIfAborted();
    return UNKNOWN;
  }
}

/** The preferred variant; undefined when the receiver chooses. */
export function chooseVariant(
  { variants }: PlaylistInfo,
  preference: QualityPreference,
): Variant | undefined {
  if (isAutoQuality(preference)) return undefined;
  const size = nearestResolution(
    preference,
    variants.map((variant) => variant.size),
  );
  return variants.find((variant) => variant.size === size);
}

/** The first variant of each resolution. */
const byQuality = (variants: readonly Variant[]) =>
  RESOLUTIONS.flatMap((size) => variants.find((variant) => variant.size === size) ?? []);

function parseMaster(text: string, base: string) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const variants: Variant[] = [];
  let audioUrl: string | undefined;
  for (const [at, line] of lines.entries()) {
    if (/^#EXT-X-MEDIA:.*TYPE=AUDIO/.test(line)) {
      const uri = /URI="([^"]+)"/.exec(line)?.[1];
      if (uri !== undefined) audioUrl ??= new URL(uri, base).href;
    }
    if (!line.startsWith('#EXT-X-STREAM-INF:')) continue;
    const address = lines.slice(at + 1).find((next) => next !== '' && !next.startsWith('#'));
    const [, width = '0', height = '0'] = /RESOLUTION=(\d+)x(\d+)/i.exec(line) ?? [];
    const size = resolutionOf(Number(width), Number(height));
    if (address !== undefined) variants.push({ url: new URL(address, base).href, size });
  }
  return { variants, audioUrl };
}

const BY_ENDING = {
  ts: 'ts',
  m4s: 'fmp4',
  mp4: 'fmp4',
  m4a: 'fmp4',
  m4v: 'fmp4',
  cmfv: 'fmp4',
  cmfa: 'fmp4',
  aac: 'aac',
  mp3: 'mp3',
  ac3: 'ac3',
  ec3: 'e_ac3',
} as const;

/** Only fragmented MP4 needs a map; otherwise the extension of the first segment decides. */
function segmentFormat(media: string): PlaylistInfo['audio'] {
  if (/^#EXT-X-MAP:/m.test(media)) return 'fmp4';
  const first = /^(?!#)\S+/m.exec(media)?.[0];
  const ending = /\.(\w+)(?:[?#]|$)/.exec(first ?? '')?.[1]?.toLowerCase();
  return Object.entries(BY_ENDING).find(([known]) => known === ending)?.[1];
}
