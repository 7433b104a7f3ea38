// Converts an add-on's streams and captions, and drops those that browsers can't play.
import {
  type FileStream,
  type Quality,
  type Stream,
  qualityOfHeight,
  type CaptionTrack,
  type ImageCaptionTrack,
} from '@matinee/shared/media/stream';
import type { AddonStream, AddonSubtitle } from './addon-client.ts';
import { captionFormatOf } from '@matinee/shared/subtitles/formats';
import { languageCode } from '#caption-language.ts';
import { lowerQualitiesOf, type FilePlaylists } from '#lower-qualities.ts';
import { isPlaylistByName, needsConversion } from '#remote-files.ts';

/** Limits the probes, because lists have hundreds of streams. */
const MOST_STREAMS = 12;

const NO_VIDEO = /\.(?:mpd|rar|zip|7z|tar|tgz|iso|torrent|nzb|mp3)$/i;

export interface PlayableStream extends FilePlaylists {
  readonly url: string;
  /** Undefined if the names don't tell. */
  readonly isPlaylist: boolean | undefined;
  readonly quality: Quality;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the add-on says that a page can play the stream. */
  readonly isWebReady: boolean;
  /** Whether the stream plays only if the server converts it. */
  readonly isForeign: boolean;
  readonly name: string | undefined;
  /** The URL of a `Timeline`. */
  readonly timeline?: string;
  /** The URL of `EmbeddedSubtitles`. */
  readonly embeddedSubtitles?: string | undefined;
  readonly offered: AddonStream;
}

/** Returns streams that play in any page first, and those limited to some countries last. */
export function playableStreams(
  offered: readonly AddonStream[],
  { isConverting }: { readonly isConverting: boolean },
): readonly PlayableStream[] {
  return offered
    .flatMap((stream) => playableStream(stream) ?? [])
    .filter(({ isForeign, isPlaylist }) => isConverting || !isForeign || isPlaylist === undefined)
    .toSorted((a, b) => reluctance(a) - reluctance(b))
    .slice(0, MOST_STREAMS);
}

function reluctance({ isWebReady, isForeign, offered }: PlayableStream): number {
  const isForSome = (offered.behaviorHints.countryWhitelist ?? []).length > 0;
  return (isForSome ? 4 : 0) + (isForeign ? 2 : 0) + (isWebReady ? 0 : 1);
}

/** Returns the URL of a file for another player. Undefined if it needs headers, which a link can't contain. */
export function linkOf({ url, behaviorHints }: AddonStream): string | undefined {
  const headers = aboutTheStream(behaviorHints.proxyHeaders?.request ?? {});
  const isOpen = Object.keys(headers).length === 0 && (url?.length ?? 0) <= MAX_LINK_CHARACTERS;
  return isOpen && /^https?:/i.test(url ?? '') ? url : undefined;
}
const MAX_LINK_CHARACTERS = 8_000;

/** Drops torrents, Usenet, archives, external links and everything without an HTTP URL. */
function playableStream(offered: AddonStream): PlayableStream | undefined {
  const { behaviorHints: hints } = offered;
  const url = URL.parse(offered.url ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || offered.infoHash || offered.nzbUrl) return;
  const names = [url.pathname, hints.filename ?? ''];
  const isPlaylist = isPlaylistByName(url.pathname, hints.filename);
  if (isPlaylist !== true && names.some((name) => NO_VIDEO.test(name))) return;
  const headers = aboutTheStream(hints.proxyHeaders?.request ?? {});
  const needsHeaders = Object.keys(headers).length > 0;
  const isMarked = hints.notWebReady === true;
  return {
    url: url.href,
    isPlaylist,
    headers,
    isWebReady: !isMarked && !needsHeaders,
    // `notWebReady` marks other containers, but also every file that needs headers.
    isForeign: isPlaylist !== true && (names.some(needsConversion) || (isMarked && !needsHeaders)),
    name: hints.filename,
    quality: qualityOf(offered),
    offered,
  };
}

/** Returns the extension of a dropped stream, such as `.mkv`. */
export function containerOf({ url, behaviorHints }: AddonStream): string | undefined {
  const names = [URL.parse(url ?? '')?.pathname ?? '', behaviorHints.filename ?? ''];
  const isOther = (name: string): boolean => NO_VIDEO.test(name) || needsConversion(name);
  return names.filter(isOther).flatMap((name) => /\.\w+$/.exec(name)?.[0].toLowerCase() ?? [])[0];
}

/** An add-on must not set these headers, because the server would send them and they control the connection. */
const NOT_FOR_ADDONS =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|forwarded|range|accept-encoding|content-.*|proxy-.*|x-forwarded-.*)$/i;

function aboutTheStream(headers: Readonly<Record<string, string>>): Record<string, string> {
  const allowed = Object.entries(headers).filter(
    ([name, value]) =>
      /^[\w-]+$/.test(name) && !NOT_FOR_ADDONS.test(name) && !/[\r\n\0]/.test(value),
  );
  return Object.fromEntries(allowed);
}

const LINES = /(?<!\d)(2160|1440|1080|720|576|480|360|240)(?:[pi]|(?![\da-z]))/i;
const NAMED: readonly (readonly [RegExp, Quality])[] = [
  [/\b(?:4k|uhd)\b/i, '4k'],
  [/\b(?:fhd|full ?hd)\b/i, '1080'],
];

/** Reads the quality from name, description or file name, in this order. */
function qualityOf(stream: AddonStream): Quality {
  const { name, description, title, behaviorHints } = stream;
  for (const text of [name, description ?? title, behaviorHints.filename]) {
    const lines = LINES.exec(text ?? '')?.[1];
    if (lines !== undefined) return qualityOfHeight(Number(lines));
    const named = NAMED.find(([pattern]) => pattern.test(text ?? ''))?.[1];
    if (named !== undefined) return named;
  }
  return 'unknown';
}

/** Groups files with the same headers as qualities of one stream. A second file of a quality starts another stream. */
export function streamsOf(
  playable: readonly PlayableStream[],
  addonName: string,
  captions: AddonCaptions,
): Stream[] {
  const streams: Stream[] = [];
  const open = new Map<string, OpenStream[]>();
  for (const it of playable) {
    const { quality, url, isWebReady, headers, timeline, embeddedSubtitles, offered } = it;
    const alike = JSON.stringify([isWebReady, headers]);
    const started = open.get(alike) ?? [];
    const unfilled = started.find(({ stream }) => !(quality in stream.qualities));
    const isPlaylist = it.isPlaylist === true;
    if (!isPlaylist && unfilled) {
      unfilled.stream.qualities[quality] = { type: 'mp4', url };
      unfilled.files.push(it);
      continue;
    }
    const common = {
      id: `${isPlaylist ? 'hls' : 'files'}-${streams.length + 1}`,
      flags: isWebReady ? ['cors-allowed'] : [],
      ...captionsOf(offered.subtitles, captions),
      attribution: { text: addonName },
      ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
      ...(timeline !== undefined && { timeline }),
      ...(embeddedSubtitles !== undefined && { embeddedSubtitles }),
    };
    if (isPlaylist) {
      streams.push({ ...common, type: 'hls', playlist: url });
    } else {
      const qualities = { [quality]: { type: 'mp4' as const, url } };
      const stream: FileStream = { ...common, type: 'file', qualities };
      open.set(alike, [...started, { stream, files: [it] }]);
      streams.push(stream);
    }
  }
  for (const { stream, files } of [...open.values()].flat()) {
    Object.assign(stream, lowerQualitiesOf(files));
  }
  return streams;
}

interface OpenStream {
  readonly stream: FileStream;
  readonly files: PlayableStream[];
}

const MOST_OF_A_LANGUAGE = 3;
/** Unsupported formats and archives. */
const UNREADABLE = /\.(?:idx|ttml|zip|gz|rar)$/i;

interface AddonCaptions {
  readonly captions: CaptionTrack[];
  readonly imageCaptions: ImageCaptionTrack[];
}

export const NO_CAPTIONS: AddonCaptions = { captions: [], imageCaptions: [] };

/** Keeps the add-on's order and a few tracks of each language. */
export function captionTracks(subtitles: readonly AddonSubtitle[]): AddonCaptions {
  const tracks = subtitles.flatMap(({ url: address, lang }) => {
    const url = URL.parse(address);
    const language = languageCode(lang);
    if (!url || !/^https?:$/.test(url.protocol) || language === undefined) return [];
    return UNREADABLE.test(url.pathname) ? [] : [{ url, language }];
  });
  const isImage = ({ url }: FoundTrack) => captionFormatOf(url.pathname)?.kind === 'image';
  return {
    captions: numbered(tracks.filter((track) => !isImage(track))).map(({ url, ...track }) => ({
      ...track,
      type: /\.vtt$/i.test(url.pathname) ? 'vtt' : 'srt',
      url: url.href,
    })),
    imageCaptions: numbered(tracks.filter(isImage)).map(({ url, id, ...track }) => ({
      ...track,
      id: `image-${id}`,
      type: 'pgs',
      url: url.href,
    })),
  };
}

interface FoundTrack {
  readonly url: URL;
  readonly language: string;
}

function numbered(tracks: readonly FoundTrack[]) {
  const byLanguage = Map.groupBy(tracks, ({ language }) => language);
  return [...byLanguage].flatMap(([language, all]) =>
    all.slice(0, MOST_OF_A_LANGUAGE).map((track, at) => ({
      ...track,
      id: at === 0 ? language : `${language}-${at + 1}`,
      // Add-ons don't say whether CORS allows the request. Often it doesn't.
      hasCorsRestrictions: true,
    })),
  );
}

/** Returns the stream's captions, and the title's captions in further languages. */
export function captionsOf(
  ownTracks: readonly AddonSubtitle[],
  ofTitle: AddonCaptions,
): Pick<Stream, 'captions' | 'imageCaptions'> {
  const tracks = captionTracks(ownTracks);
  const imageCaptions = withOthers(tracks.imageCaptions, ofTitle.imageCaptions);
  return {
    captions: withOthers(tracks.captions, ofTitle.captions),
    ...(imageCaptions.length > 0 && { imageCaptions }),
  };
}

function withOthers<T extends { readonly language: string }>(
  ownTracks: T[],
  others: readonly T[],
): T[] {
  const spoken = new Set(ownTracks.map(({ language }) => language));
  return [...ownTracks, ...others.filter(({ language }) => !spoken.has(language))];
}
