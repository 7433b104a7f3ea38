import { type FileStream, type Stream, qualityOfHeight } from '@matinee/shared/media/stream';
import { createHostBackoff } from '#host-backoff.ts';
import {
  NotFoundError,
  type Embed,
  type EmbedContext,
  type Source,
  type SourceAddresses,
} from '#source.ts';
import {
  creditLine,
  type StarterMovie,
  type StarterLocation,
} from '#starter-catalog/starter-title.ts';
import { fetchCaptions, fetchVideo, streamsOf } from '#peertube/video.ts';
import type { ScrapeMovie } from '@matinee/shared/media/media';
import { findStarter, findStarterByImdb, loadStarter } from '#starter-catalog/starter-catalog.ts';

const VIDEO_EMBED_ID = 'open-films-video';
const FILE_EMBED_ID = 'open-films-file';

/** Plays the starter catalogue's places outside the Internet Archive. */
export function openFilms(addresses: SourceAddresses): {
  readonly source: Source;
  readonly embeds: readonly Embed[];
} {
  const quiet = createHostBackoff();
  const source: Source = {
    id: 'open-films',
    name: 'Open films',
    rank: 190,
    runsIn: 'anywhere',
    movie: async ({ media }) => {
      const film = findMovie(media);
      const embeds = film ? embedsOf(film) : [];
      if (embeds.length === 0) throw new NotFoundError('not in the open collection');
      return { embeds, streams: [] };
    },
  };
  const video: Embed = {
    id: VIDEO_EMBED_ID,
    name: 'PeerTube',
    rank: 190,
    run: (context) => playVideo(quiet.apply(context), addresses),
  };
  const file: Embed = {
    id: FILE_EMBED_ID,
    name: 'PeerTube file',
    rank: 180,
    run: async ({ url }) => [playFile(url, addresses)],
  };
  return { source, embeds: [video, file] };
}

function embedsOf(film: StarterMovie) {
  return [
    ...videoLocations(film).map((place) => ({ embedId: VIDEO_EMBED_ID, url: pageOf(place) })),
    ...fileLocations(film).map(({ url }) => ({ embedId: FILE_EMBED_ID, url })),
  ];
}

async function playVideo(
  context: EmbedContext,
  addresses: SourceAddresses,
): Promise<readonly Stream[]> {
  const known = videoAt(context.url);
  if (!known) throw new Error('This is not the address of an open film');
  const { film, place } = known;
  const address = { base: baseOf(place.host, addresses), video: place.video };
  const licence = creditLine(film.rights);
  const [video, captions] = await Promise.all([
    fetchVideo(context, address),
    fetchCaptions(context, address),
  ]);
  if (video) return streamsOf(video, { base: address.base, captions, licence });
  const file = recordedFile(film, place, address.base);
  if (!file) throw new NotFoundError('the video is gone');
  return [file];
}

/** Some UUIDs are those of the file, not of the video: the host knows no such video, but has the file. */
function recordedFile(film: StarterMovie, place: VideoLocation, base: string): Stream | undefined {
  const { video, webVideoHeight } = place;
  if (webVideoHeight === undefined) return undefined;
  return fileStream(film, `${base}/object-storage/web_videos/${video}-${webVideoHeight}.mp4`);
}

function playFile(url: string, addresses: SourceAddresses): Stream {
  const known = fileAt(url);
  if (!known) throw new Error('This is not the address of an open film');
  const { host, pathname } = new URL(url);
  return fileStream(known.film, `${baseOf(host, addresses)}${pathname}`);
}

function fileStream(film: StarterMovie, url: string): FileStream {
  const height = /-(\d{3,4})\.mp4$/.exec(url)?.[1];
  const quality = qualityOfHeight(height === undefined ? undefined : Number(height));
  return {
    type: 'file',
    id: 'file',
    flags: ['cors-allowed'],
    captions: [],
    qualities: { [quality]: { type: 'mp4', url } },
    attribution: { text: film.title, licence: creditLine(film.rights) },
  };
}

/** The recorded places of the open films. Nothing outside this list is ever asked for. */

export type VideoLocation = Extract<StarterLocation, { source: 'peertube' }>;
export type FilePlace = Extract<StarterLocation, { source: 'peertube-file' }>;

export function findMovie(media: ScrapeMovie): StarterMovie | undefined {
  const byImdb = media.imdbId === undefined ? undefined : findStarterByImdb(media.imdbId);
  return (
    findStarter('movie', Number(media.tmdbId)) ?? (byImdb?.kind === 'movie' ? byImdb : undefined)
  );
}

export function videoLocations(film: StarterMovie): readonly VideoLocation[] {
  return film.streams.filter((place) => place.source === 'peertube');
}

export function fileLocations(film: StarterMovie): readonly FilePlace[] {
  return film.streams.filter((place) => place.source === 'peertube-file');
}

/** The page of a video, which names host and video; also the embed's address. */
export function pageOf({ host, video }: VideoLocation): string {
  return `https://${host}/w/${video}`;
}

export function videoAt(page: string) {
  return films()
    .flatMap((film) => videoLocations(film).map((place) => ({ film, place })))
    .find(({ place }) => pageOf(place) === page);
}

export function fileAt(url: string) {
  return films()
    .flatMap((film) => fileLocations(film).map((place) => ({ film, place })))
    .find(({ place }) => place.url === url);
}

export function baseOf(host: string, { peertubeHosts }: SourceAddresses): string {
  return peertubeHosts[host] ?? `https://${host}`;
}

function films(): readonly StarterMovie[] {
  return loadStarter().filter((title) => title.kind === 'movie');
}
