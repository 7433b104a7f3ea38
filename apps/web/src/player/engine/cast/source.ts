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
  readonly facts: PlaylistInfo | undefined;
  /** What can be chosen; empty when only the television can. */
  readonly qualities: readonly Resolution[];
  readonly quality: Resolution | undefined;
  /** Whether a wish leads to another address. */
  readonly isOther: (wish: QualityPreference) => boolean;
}

interface SourceOptions {
  readonly wishes: () => TrackPreferences;
  readonly signal: AbortSignal;
  readonly page?: string;
}

/** The address that the television is sent to. */
export async function castSource(
  stream: Stream,
  { wishes, signal, page = document.baseURI }: SourceOptions,
): Promise<CastSource> {
  if (Object.keys(stream.headers ?? {}).length > 0) {
    throw new Error('This source answers only the browser: a television cannot ask as it wants');
  }
  const whole = (url: string) => new URL(url, page).href;
  if (stream.type === 'file') {
    const pick = (wish: QualityPreference) => chooseFile(stream.qualities, wish);
    const file = pick(wishes().quality);
    if (!file) throw new Error("couldn't select quality");
    return {
      url: whole(file.url),
      facts: undefined,
      qualities: fileQualities(stream.qualities),
      quality: file.quality,
      isOther: (wish) => pick(wish)?.quality !== file.quality,
    };
  }
  const playlist = whole(stream.playlist);
  const facts = await readPlaylistInfo(playlist, signal);
  const variant = chooseVariant(facts, wishes().quality);
  return {
    url: variant?.url ?? playlist,
    facts,
    qualities: facts.variants.map(({ size }) => size),
    quality: variant?.size,
    isOther: (wish) => chooseVariant(facts, wish)?.url !== variant?.url,
  };
}

// What a receiver wants to be told of a playlist: in what form its pieces come, and which pictures there are.
interface Variant {
  readonly url: string;
  readonly size: Resolution;
}

export interface PlaylistInfo {
  /** Where sound and picture come together, so that one of them can be asked for by itself; best first. */
  readonly variants: readonly Variant[];
  /** As the SDK names them; undefined when the pieces do not show it. */
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

/** A playlist that cannot be read here may still be one that a television can: then nothing is known of it. */
export async function readPlaylistInfo(
  url: string,
  signal: AbortSignal,
  readText: ReadText = read,
): Promise<PlaylistInfo> {
  try {
    const master = await readText(url, signal);
    const { variants, voice } = parseMaster(master, url);
    const first = variants[0]?.url;
    const video = pieces(first === undefined ? master : await readText(first, signal));
    const audio = voice === undefined ? video : pieces(await readText(voice, signal));
    return {
      variants: voice === undefined ? byQuality(variants) : [],
      video: video === 'fmp4' || video === undefined ? video : 'mpeg2_ts',
      audio,
    };
  } catch {
    signal.throwIfAborted();
    return UNKNOWN;
  }
}

/** The wished one by itself; the whole playlist when the receiver is to choose. */
export function chooseVariant(
  { variants }: PlaylistInfo,
  wish: QualityPreference,
): Variant | undefined {
  if (isAutoQuality(wish)) return undefined;
  const size = nearestResolution(
    wish,
    variants.map((variant) => variant.size),
  );
  return variants.find((variant) => variant.size === size);
}

/** One of each size, the first that is listed. */
const byQuality = (variants: readonly Variant[]) =>
  RESOLUTIONS.flatMap((size) => variants.find((variant) => variant.size === size) ?? []);

function parseMaster(text: string, base: string) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const variants: Variant[] = [];
  let voice: string | undefined;
  for (const [at, line] of lines.entries()) {
    if (/^#EXT-X-MEDIA:.*TYPE=AUDIO/.test(line)) {
      const uri = /URI="([^"]+)"/.exec(line)?.[1];
      if (uri !== undefined) voice ??= new URL(uri, base).href;
    }
    if (!line.startsWith('#EXT-X-STREAM-INF:')) continue;
    const address = lines.slice(at + 1).find((next) => next !== '' && !next.startsWith('#'));
    const [, width = '0', height = '0'] = /RESOLUTION=(\d+)x(\d+)/i.exec(line) ?? [];
    const size = resolutionOf(Number(width), Number(height));
    if (address !== undefined) variants.push({ url: new URL(address, base).href, size });
  }
  return { variants, voice };
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

/** A map is what only fragmented MP4 needs; else the ending of the first piece says it. */
function pieces(media: string): PlaylistInfo['audio'] {
  if (/^#EXT-X-MAP:/m.test(media)) return 'fmp4';
  const first = /^(?!#)\S+/m.exec(media)?.[0];
  const ending = /\.(\w+)(?:[?#]|$)/.exec(first ?? '')?.[1]?.toLowerCase();
  return Object.entries(BY_ENDING).find(([known]) => known === ending)?.[1];
}
