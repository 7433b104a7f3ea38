import {
  qualityOfHeight,
  type FileStream,
  type HlsStream,
  type Stream,
} from '@matinee/shared/media/stream';
import { LIBRARY_SCHEME } from '#source.ts';
import { captionsOf, imageCaptionsOf } from './captions.ts';
import { playlistAddress } from './library.ts';
import { addressOn, credentials, type MediaServer } from './media-server.ts';
import { streamsOfType, type MediaSource } from './playback.ts';
import { playsInBrowser } from './plays-in-browser.ts';

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
