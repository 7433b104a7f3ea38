import type { MissCause } from '@matinee/shared/contract/scrape';
import type { Capabilities } from '@matinee/shared/media/capabilities';
import { nameOfCodec } from '@matinee/shared/media/codec-names';
import {
  qualityOfHeight,
  type FileStream,
  type HlsStream,
  type Stream,
  type CaptionTrack,
  type ImageCaptionTrack,
} from '@matinee/shared/media/stream';
import { LIBRARY_SCHEME } from '#source.ts';
import {
  imagesAddress,
  linkAddress,
  playlistAddress,
  timelineAddress,
  type FileRef,
} from './items.ts';
import { bitDepthOf, playableFiles, type Playable } from './device-profile.ts';
import { addressOn, credentials, type MediaServer } from './media-server.ts';
import { streamsOfType, type MediaSource, type MediaStream } from './playback.ts';
import { languageCode } from '#caption-language.ts';

/** One of possibly several files of a title. */
interface Version {
  readonly itemId: string;
  readonly source: MediaSource;
  /** The capabilities of the viewer's browser. */
  readonly capabilities: Capabilities | undefined;
}

/** Versions with different lengths can't be qualities of one stream. */
const SAME_LENGTH_TICKS = 20_000_000;

export function libraryPrefix({ product }: MediaServer): string {
  return `${LIBRARY_SCHEME}${product}/`;
}

/** Returns direct play first, then remuxed or transcoded versions. */
export function jellyfinStreams(
  server: MediaServer,
  found: readonly Pick<Version, 'itemId' | 'source'>[],
  capabilities?: Capabilities,
): Stream[] {
  const versions = found.map((each) => ({ ...each, capabilities }));
  const sorted = versions.toSorted((one, other) => linesOf(other) - linesOf(one));
  const asFiles = sorted.filter(isFile);
  const file = fileStream(server, asFiles);
  const others = sorted.filter((version) => !asFiles.includes(version) && canBeRepacked(version));
  return [...(file ? [file] : []), ...others.map((version) => hlsStream(server, version))];
}

/** Prefers HLS for files with several audio tracks, because browsers can't switch the audio track of a file. */
function isFile(version: Version): boolean {
  const { source, capabilities } = version;
  const hasChoice = streamsOfType(source, 'Audio').length > 1;
  return (
    playsInBrowser(source, capabilities) !== undefined && !(hasChoice && canBeRepacked(version))
  );
}

function canBeRepacked({ source, capabilities }: Version): boolean {
  const { SupportsTranscoding, TranscodingSubProtocol, TranscodingUrl } = source;
  if (TranscodingUrl) return TranscodingSubProtocol?.toLowerCase() === 'hls';
  // The server sends no URL for direct play.
  return SupportsTranscoding === true && playsInBrowser(source, capabilities) !== undefined;
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

function fileAddress(
  server: MediaServer,
  { itemId, source, capabilities }: Version,
): string | undefined {
  const ending = playsInBrowser(source, capabilities) ?? 'mp4';
  return addressOn(server, filePath({ itemId, mediaSourceId: source.Id, ending }));
}

/** Returns the path of the unchanged file. */
export function filePath({ itemId, mediaSourceId, ending }: FileRef): string {
  const query = new URLSearchParams({ static: 'true', mediaSourceId }).toString();
  return `/Videos/${itemId}/stream.${ending}?${query}`;
}

/** Returns the reason why the best version doesn't play in the browser, even transcoded, and its file. */
export function unplayableCause(
  server: MediaServer,
  found: readonly Pick<Version, 'itemId' | 'source'>[],
  capabilities?: Capabilities,
): MissCause {
  const versions = found.map((each) => ({ ...each, capabilities }));
  const [best] = versions.toSorted((one, other) => linesOf(other) - linesOf(one));
  if (!best) return { code: 'unplayableStreams' };
  const { itemId, source } = best;
  const ending = /^[a-z\d]+/.exec(source.Container?.toLowerCase() ?? '')?.[0] ?? 'bin';
  const url = linkAddress(libraryPrefix(server), { itemId, mediaSourceId: source.Id, ending });
  return { code: 'unplayableFile', ...unplayablePart(best, ending), url };
}

/** Returns the codec that the browser lacks, or the container. */
function unplayablePart(
  { source, capabilities }: Version,
  ending: string,
): Pick<MissCause, 'format' | 'part'> {
  const kinds = playableFiles(capabilities);
  const plays = (stream: MediaStream, part: 'video' | 'audio'): boolean =>
    kinds.some((kind) => kind[part].includes(codecOf(stream)));
  const [video] = streamsOfType(source, 'Video');
  if (video && !(plays(video, 'video') && isPlain(video, capabilities))) {
    return { format: nameOfCodec(codecOf(video)) || undefined, part: 'video' };
  }
  const sound = streamsOfType(source, 'Audio').find((stream) => !plays(stream, 'audio'));
  if (sound) return { format: nameOfCodec(codecOf(sound)) || undefined, part: 'audio' };
  return { format: `.${ending}` };
}

function hlsStream(server: MediaServer, version: Version): HlsStream {
  const { itemId, source, capabilities } = version;
  const path = { itemId, mediaSourceId: source.Id, capabilities };
  const playlist = playlistAddress(libraryPrefix(server), path);
  return { ...common(server, version), type: 'hls', playlist };
}

function common(server: MediaServer, { itemId, source }: Version) {
  const imageCaptions = imageCaptionsOf(server, source);
  return {
    id: `${server.product}-${source.Id}`,
    flags: [],
    captions: jellyfinCaptions(server, itemId, source),
    ...(imageCaptions.length > 0 && { imageCaptions }),
    timeline: timelineAddress(libraryPrefix(server), itemId),
    // Emby's images have another format.
    ...(server.product === 'jellyfin' && {
      imagePlaylist: imagesAddress(libraryPrefix(server), { itemId, mediaSourceId: source.Id }),
    }),
    headers: { ...credentials(server) },
  };
}

function isSameCut({ source: one }: Version, { source: other }: Version): boolean {
  if (!one.RunTimeTicks || !other.RunTimeTicks) return true;
  return Math.abs(one.RunTimeTicks - other.RunTimeTicks) <= SAME_LENGTH_TICKS;
}

/** Returns the nominal height: 1080 for 1920 × 800. */
function linesOf({ source }: Version): number {
  const [video] = streamsOfType(source, 'Video');
  return Math.max(video?.Height ?? 0, Math.round(((video?.Width ?? 0) * 9) / 16));
}

/** Sorts forced captions last. */
const byUse = (one: MediaStream, other: MediaStream): number =>
  Number(one.IsForced ?? false) - Number(other.IsForced ?? false);

/** Returns the text captions. */
function jellyfinCaptions(
  server: MediaServer,
  itemId: string,
  source: MediaSource,
): CaptionTrack[] {
  return streamsOfType(source, 'Subtitle')
    .filter((stream) => stream.IsTextSubtitleStream === true)
    .toSorted(byUse)
    .flatMap((stream) => {
      const path = `/Videos/${itemId}/${source.Id}`;
      const url = addressOf(stream, server, path);
      if (url === undefined) return [];
      const styled = /^(?:ass|ssa)$/i.exec(stream.Codec ?? '')?.[0].toLowerCase();
      const original =
        styled && addressOn(server, `${path}/Subtitles/${stream.Index}/0/Stream.${styled}`);
      return {
        ...trackOf(stream, source, url),
        type: 'vtt' as const,
        ...(original && { original }),
      };
    });
}

/** Returns image captions that the server can extract. Others would have to be burned in. */
function imageCaptionsOf(server: MediaServer, source: MediaSource): ImageCaptionTrack[] {
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
  ...(stream.IsDefault && { isDefault: true }),
  ...(stream.IsHearingImpaired && { hearingImpaired: true }),
});

/** Returns a URL of this server for captions on the media server, to keep the API key here. */
function addressOf(
  { DeliveryMethod, DeliveryUrl, Index }: MediaStream,
  server: MediaServer,
  path: string,
): string | undefined {
  const deliveryUrl =
    DeliveryMethod === 'External' && DeliveryUrl ? addressOn(server, DeliveryUrl) : '';
  if (deliveryUrl && /\.vtt$/i.test(new URL(deliveryUrl).pathname)) return deliveryUrl;
  return addressOn(server, `${path}/Subtitles/${Index}/0/Stream.vtt`);
}

/** Returns the container if the browser can play the file directly. Also checks if the media server says yes. */
export function playsInBrowser(
  source: MediaSource,
  capabilities?: Capabilities,
): Playable['ending'] | undefined {
  if (!source.SupportsDirectPlay && !source.SupportsDirectStream) return undefined;
  const [video] = streamsOfType(source, 'Video');
  if (!video || !isPlain(video, capabilities)) return undefined;
  const kind = playableFiles(capabilities).find(({ containers }) =>
    containers.some((it) => isIn(source, it)),
  );
  if (!kind?.video.includes(codecOf(video))) return undefined;
  const audio = streamsOfType(source, 'Audio');
  return audio.every((stream) => kind.audio.includes(codecOf(stream))) ? kind.ending : undefined;
}

/** Checks the container. `mov,mp4,m4a` means MP4. `matroska,webm` is rarely WebM. */
function isIn({ Container }: MediaSource, container: string): boolean {
  const names = (Container ?? '').toLowerCase().split(',');
  return names.includes(container) && !names.includes('matroska');
}

function isPlain(video: MediaStream, capabilities: Capabilities | undefined): boolean {
  const { BitDepth, IsInterlaced, VideoRange } = video;
  const isShown = capabilities?.includes('hdr') === true || !/^HDR/i.test(VideoRange ?? '');
  const maxBits = bitDepthOf(codecOf(video), capabilities);
  return (BitDepth ?? 8) <= maxBits && IsInterlaced !== true && isShown;
}

const codecOf = ({ Codec }: MediaStream): string => (Codec ?? '').toLowerCase();
