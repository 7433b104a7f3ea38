import {
  qualityOfHeight,
  type FileStream,
  type HlsStream,
  type Stream,
  type CaptionTrack,
  type ImageCaptionTrack,
} from '@matinee/shared/media/stream';
import { LIBRARY_SCHEME } from '#source.ts';
import { playlistAddress } from './items.ts';
import { addressOn, credentials, type MediaServer } from './media-server.ts';
import { streamsOfType, type MediaSource, type MediaStream } from './playback.ts';
import { languageCode } from '#caption-language.ts';

/** One file of a title; the server keeps as many as its owner likes. */
export interface Version {
  readonly itemId: string;
  readonly source: MediaSource;
}

/** Cuts of another length would end the film early when the quality is changed. */
const SAME_LENGTH_TICKS = 20_000_000;

export function libraryPrefix({ product }: MediaServer): string {
  return `${LIBRARY_SCHEME}${product}/`;
}

/** Best first: files as they are, then what the server has to repack or encode. */
export function streamsOf(server: MediaServer, versions: readonly Version[]): Stream[] {
  const sorted = versions.toSorted((one, other) => linesOf(other) - linesOf(one));
  const asFiles = sorted.filter(isFile);
  const file = fileStream(server, asFiles);
  const others = sorted.filter((version) => !asFiles.includes(version) && canBeRepacked(version));
  return [...(file ? [file] : []), ...others.map((version) => hlsStream(server, version))];
}

/** Browsers cannot change the audio track of a file, so one with several is played as a playlist where that can be. */
function isFile(version: Version): boolean {
  const { source } = version;
  const hasChoice = streamsOfType(source, 'Audio').length > 1;
  return playsInBrowser(source) !== undefined && !(hasChoice && canBeRepacked(version));
}

function canBeRepacked({ source }: Version): boolean {
  const { SupportsTranscoding, TranscodingSubProtocol, TranscodingUrl } = source;
  if (TranscodingUrl) return TranscodingSubProtocol?.toLowerCase() === 'hls';
  // No address is given for what plays directly.
  return SupportsTranscoding === true && playsInBrowser(source) !== undefined;
}

function fileStream(server: MediaServer, versions: readonly Version[]): FileStream | undefined {
  const [best] = versions;
  if (!best) return undefined;
  const qualities: FileStream['qualities'] = {};
  for (const version of versions) {
    const quality = qualityOfHeight(linesOf(version) || undefined);
    const url = fileAddress(server, version);
    if (url && !qualities[quality] && isSameCut(version, best)) {
      qualities[quality] = { type: 'mp4', url };
    }
  }
  return { ...common(server, best), type: 'file', qualities };
}

function fileAddress(server: MediaServer, { itemId, source }: Version): string | undefined {
  const query = new URLSearchParams({ static: 'true', mediaSourceId: source.Id }).toString();
  return addressOn(server, `/Videos/${itemId}/stream.${playsInBrowser(source)}?${query}`);
}

function hlsStream(server: MediaServer, version: Version): HlsStream {
  const place = { itemId: version.itemId, mediaSourceId: version.source.Id };
  const playlist = playlistAddress(libraryPrefix(server), place);
  return { ...common(server, version), type: 'hls', playlist };
}

function common(server: MediaServer, { itemId, source }: Version) {
  const imageCaptions = imageCaptionsOf(server, source);
  return {
    id: `${server.product}-${source.Id}`,
    flags: [],
    captions: captionsOf(server, itemId, source),
    ...(imageCaptions.length > 0 && { imageCaptions }),
    headers: { ...credentials(server) },
  };
}

function isSameCut({ source: one }: Version, { source: other }: Version): boolean {
  if (!one.RunTimeTicks || !other.RunTimeTicks) return true;
  return Math.abs(one.RunTimeTicks - other.RunTimeTicks) <= SAME_LENGTH_TICKS;
}

/** A wide film of 1920 × 800 is sold as 1080 lines. */
function linesOf({ source }: Version): number {
  const [video] = streamsOfType(source, 'Video');
  return Math.max(video?.Height ?? 0, Math.round(((video?.Width ?? 0) * 9) / 16));
}

/** What is spoken only in part of the film. */
const byUse = (one: MediaStream, other: MediaStream): number =>
  Number(one.IsForced ?? false) - Number(other.IsForced ?? false);

/** Subtitles that are text. */
export function captionsOf(
  server: MediaServer,
  itemId: string,
  source: MediaSource,
): CaptionTrack[] {
  return streamsOfType(source, 'Subtitle')
    .filter((stream) => stream.IsTextSubtitleStream === true)
    .toSorted(byUse)
    .flatMap((stream) => {
      const place = `/Videos/${itemId}/${source.Id}`;
      const url = addressOf(stream, server, place);
      if (url === undefined) return [];
      const styled = /^(?:ass|ssa)$/i.exec(stream.Codec ?? '')?.[0].toLowerCase();
      const original =
        styled && addressOn(server, `${place}/Subtitles/${stream.Index}/0/Stream.${styled}`);
      return {
        ...trackOf(stream, source, url),
        type: 'vtt' as const,
        ...(original && { original }),
      };
    });
}

/** Pictures of words, where the server says that it hands them out. Others would have to be burnt in. */
export function imageCaptionsOf(server: MediaServer, source: MediaSource): ImageCaptionTrack[] {
  return streamsOfType(source, 'Subtitle')
    .toSorted(byUse)
    .flatMap((stream) => {
      const { DeliveryMethod, DeliveryUrl } = stream;
      if (DeliveryMethod !== 'External' || !DeliveryUrl) return [];
      const url = addressOn(server, DeliveryUrl);
      if (url === undefined || !/\.pgssub$/i.test(new URL(url).pathname)) return [];
      return { ...trackOf(stream, source, url), type: 'pgs' as const };
    });
}

const trackOf = (stream: MediaStream, source: MediaSource, url: string) => ({
  id: `${source.Id}-${stream.Index}`,
  url,
  hasCorsRestrictions: true,
  language: languageCode(stream.Language ?? '') ?? 'und',
  ...(stream.IsForced && { forced: true }),
  ...(stream.IsHearingImpaired && { hearingImpaired: true }),
});

/** Subtitles that stand on another server are fetched through this one, which gets the key. */
function addressOf(
  { DeliveryMethod, DeliveryUrl, Index }: MediaStream,
  server: MediaServer,
  place: string,
): string | undefined {
  const told = DeliveryMethod === 'External' && DeliveryUrl ? addressOn(server, DeliveryUrl) : '';
  if (told && /\.vtt$/i.test(new URL(told).pathname)) return told;
  return addressOn(server, `${place}/Subtitles/${Index}/0/Stream.vtt`);
}

interface Playable {
  readonly ending: 'mp4' | 'webm';
  readonly containers: readonly string[];
  readonly video: readonly string[];
  readonly audio: readonly string[];
}

const PLAYABLE: readonly Playable[] = [
  { ending: 'mp4', containers: ['mp4', 'm4v'], video: ['h264'], audio: ['aac', 'mp3'] },
  {
    ending: 'webm',
    containers: ['webm'],
    video: ['vp8', 'vp9', 'av1'],
    audio: ['vorbis', 'opus'],
  },
];

/** The kind of file, if every browser plays it as it is. The server is believed when it says no, and checked when yes. */
export function playsInBrowser(source: MediaSource): Playable['ending'] | undefined {
  if (!source.SupportsDirectPlay && !source.SupportsDirectStream) return undefined;
  const [video] = streamsOfType(source, 'Video');
  if (!video || !isPlain(video)) return undefined;
  const kind = PLAYABLE.find(({ containers }) => containers.some((it) => isIn(source, it)));
  if (!kind?.video.includes(codecOf(video))) return undefined;
  const audio = streamsOfType(source, 'Audio');
  return audio.every((stream) => kind.audio.includes(codecOf(stream))) ? kind.ending : undefined;
}

/** `mov,mp4,m4a` is how some name an mp4; `matroska,webm` is mostly no webm. */
function isIn({ Container }: MediaSource, container: string): boolean {
  const names = (Container ?? '').toLowerCase().split(',');
  return names.includes(container) && !names.includes('matroska');
}

function isPlain({ BitDepth, IsInterlaced, VideoRange }: MediaStream): boolean {
  return (BitDepth ?? 8) <= 8 && IsInterlaced !== true && !/^HDR/i.test(VideoRange ?? '');
}

const codecOf = ({ Codec }: MediaStream): string => (Codec ?? '').toLowerCase();
