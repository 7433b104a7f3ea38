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

// Which of an add-on's streams a browser plays, as streams of ours.

/** Each is probed, so a list of hundreds is not gone through. */
const MOST_STREAMS = 12;

const OTHER_CONTAINER =
  /\.(?:mkv|avi|wmv|flv|mov|mpe?g|m?ts|vob|ogv|webm|mpd|rar|zip|7z|tar|tgz|iso|torrent|nzb|mp3)$/i;
const PLAYLIST = /\.m3u8?$/i;

export interface PlayableStream {
  readonly url: string;
  readonly isPlaylist: boolean;
  readonly quality: Quality;
  readonly headers: Readonly<Record<string, string>>;
  /** By its own word a page can play it. */
  readonly isWebReady: boolean;
  readonly offered: AddonStream;
}

/** Those that can be played: what plays in any page first, what is only for some countries last. */
export function playableStreams(offered: readonly AddonStream[]): readonly PlayableStream[] {
  return offered
    .flatMap((stream) => playableStream(stream) ?? [])
    .toSorted((a, b) => reluctance(a) - reluctance(b))
    .slice(0, MOST_STREAMS);
}

function reluctance({ isWebReady, offered }: PlayableStream): number {
  const isForSome = (offered.behaviorHints.countryWhitelist ?? []).length > 0;
  return (isForSome ? 2 : 0) + (isWebReady ? 0 : 1);
}

/** Torrents, usenet, archives, links to other sites and everything without an http address are not. */
function playableStream(offered: AddonStream): PlayableStream | undefined {
  const { behaviorHints: hints } = offered;
  const url = URL.parse(offered.url ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || offered.infoHash || offered.nzbUrl) return;
  const names = [url.pathname, hints.filename ?? ''];
  const isPlaylist = PLAYLIST.test(url.pathname);
  const headers = aboutTheStream(hints.proxyHeaders?.request ?? {});
  const needsHeaders = Object.keys(headers).length > 0;
  const isWebReady = hints.notWebReady !== true && !needsHeaders;
  if (!isPlaylist) {
    if (names.some((name) => OTHER_CONTAINER.test(name))) return;
    // "Not web ready" is said of other containers, but also of every file that needs headers.
    if (hints.notWebReady === true && !needsHeaders) return;
  }
  return { url: url.href, isPlaylist, headers, isWebReady, quality: qualityOf(offered), offered };
}

/** `.mkv`: what the name of a stream that is left out ends with. */
export function containerOf({ url, behaviorHints }: AddonStream): string | undefined {
  const names = [URL.parse(url ?? '')?.pathname ?? '', behaviorHints.filename ?? ''];
  return names.flatMap((name) => OTHER_CONTAINER.exec(name)?.[0].toLowerCase() ?? [])[0];
}

/** The server sends them too: what is about the connection is not for an add-on to say. */
const NOT_FOR_ADDONS =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|forwarded|range|accept-encoding|content-.*|proxy-.*|x-forwarded-.*)$/i;

function aboutTheStream(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      /^[\w-]+$/.test(name) && !NOT_FOR_ADDONS.test(name) && !/[\r\n\0]/.test(value),
  );
  return Object.fromEntries(kept);
}

const LINES = /(?<!\d)(2160|1440|1080|720|576|480|360|240)(?:[pi]|(?![\da-z]))/i;
const NAMED: readonly (readonly [RegExp, Quality])[] = [
  [/\b(?:4k|uhd)\b/i, '4k'],
  [/\b(?:fhd|full ?hd)\b/i, '1080'],
];

/** From what the add-on calls it: its name first, then its description and file name. */
export function qualityOf(stream: AddonStream): Quality {
  const { name, description, title, behaviorHints } = stream;
  for (const text of [name, description ?? title, behaviorHints.filename]) {
    const lines = LINES.exec(text ?? '')?.[1];
    if (lines !== undefined) return qualityOfHeight(Number(lines));
    const named = NAMED.find(([pattern]) => pattern.test(text ?? ''))?.[1];
    if (named !== undefined) return named;
  }
  return 'unknown';
}

/** Files that are served alike become the qualities of one stream; a second one of a quality stands apart. */
export function streamsOf(
  playable: readonly PlayableStream[],
  addonName: string,
  captions: AddonCaptions,
): Stream[] {
  const streams: Stream[] = [];
  const open = new Map<string, FileStream['qualities'][]>();
  for (const it of playable) {
    const { quality, url, isWebReady, headers, offered } = it;
    const alike = JSON.stringify([isWebReady, headers]);
    const started = open.get(alike) ?? [];
    const qualities = started.find((each) => !(quality in each));
    if (!it.isPlaylist && qualities) {
      qualities[quality] = { type: 'mp4', url };
      continue;
    }
    const common = {
      id: `${it.isPlaylist ? 'hls' : 'files'}-${streams.length + 1}`,
      flags: isWebReady ? ['cors-allowed'] : [],
      ...captionsOf(offered.subtitles, captions),
      attribution: { text: addonName },
      ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
    };
    if (it.isPlaylist) {
      streams.push({ ...common, type: 'hls', playlist: url });
    } else {
      const fresh = { [quality]: { type: 'mp4' as const, url } };
      open.set(alike, [...started, fresh]);
      streams.push({ ...common, type: 'file', qualities: fresh });
    }
  }
  return streams;
}

const MOST_OF_A_LANGUAGE = 3;
/** Halves of pictures of words, formats that are not read, and wrappings that a page does not open. */
const UNREADABLE = /\.(?:idx|ttml|zip|gz|rar)$/i;

export interface AddonCaptions {
  readonly captions: CaptionTrack[];
  readonly imageCaptions: ImageCaptionTrack[];
}

export const NO_CAPTIONS: AddonCaptions = { captions: [], imageCaptions: [] };

/** In the add-on's order, a few of each language, ids counted through. */
export function captionTracks(subtitles: readonly AddonSubtitle[]): AddonCaptions {
  const tracks = subtitles.flatMap(({ url: address, lang }) => {
    const url = URL.parse(address);
    const language = languageCode(lang);
    if (!url || !/^https?:$/.test(url.protocol) || language === undefined) return [];
    return UNREADABLE.test(url.pathname) ? [] : [{ url, language }];
  });
  const isImage = ({ url }: Found) => captionFormatOf(url.pathname)?.kind === 'image';
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

interface Found {
  readonly url: URL;
  readonly language: string;
}

function numbered(tracks: readonly Found[]) {
  const byLanguage = Map.groupBy(tracks, ({ language }) => language);
  return [...byLanguage].flatMap(([language, all]) =>
    all.slice(0, MOST_OF_A_LANGUAGE).map((track, at) => ({
      ...track,
      id: at === 0 ? language : `${language}-${at + 1}`,
      // Nothing is said of who may read them, and many may not be read by a page.
      hasCorsRestrictions: true,
    })),
  );
}

/** A stream's own captions, and those for the title in languages that it has none of. */
export function captionsOf(
  own: readonly AddonSubtitle[],
  ofTitle: AddonCaptions,
): Pick<Stream, 'captions' | 'imageCaptions'> {
  const tracks = captionTracks(own);
  const imageCaptions = withOthers(tracks.imageCaptions, ofTitle.imageCaptions);
  return {
    captions: withOthers(tracks.captions, ofTitle.captions),
    ...(imageCaptions.length > 0 && { imageCaptions }),
  };
}

function withOthers<T extends { readonly language: string }>(own: T[], others: readonly T[]): T[] {
  const spoken = new Set(own.map(({ language }) => language));
  return [...own, ...others.filter(({ language }) => !spoken.has(language))];
}
