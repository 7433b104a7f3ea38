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
import { fetchCaptions, fetchVideo, videoStreams } from '#peertube/video.ts';
import type { ScrapeMovie } from '@matinee/shared/media/media';
import { findStarter, findStarterByImdb, loadStarter } from '#starter-catalog/starter-catalog.ts';

const VIDEO_EMBED_ID = 'open-films-video';
const FILE_EMBED_ID = 'open-films-file';

/** Plays movies of the starter catalog from locations outside the Internet Archive. */
export function openFilms(hosts: SourceAddresses['peertubeHosts']): {
  readonly source: Source;
  readonly embeds: readonly Embed[];
} {
  const backoff = createHostBackoff();
  const source: Source = {
    id: 'open-films',
    name: 'Open movies',
    rank: 190,
    runsIn: 'anywhere',
    movie: async ({ media }) => {
      const movie = findMovie(media);
      const embeds = movie ? embedsOf(movie) : [];
      if (embeds.length === 0) throw new NotFoundError('not in the open collection');
      return { embeds, streams: [] };
    },
  };
  const video: Embed = {
    id: VIDEO_EMBED_ID,
    name: 'PeerTube',
    rank: 190,
    run: (context) => playVideo(backoff.apply(context), hosts),
  };
  const file: Embed = {
    id: FILE_EMBED_ID,
    name: 'PeerTube: file',
    rank: 180,
    run: async ({ url }) => [playFile(url, hosts)],
  };
  return { source, embeds: [video, file] };
}

function embedsOf(movie: StarterMovie) {
  return [
    ...videoLocations(movie).map((location) => ({
      embedId: VIDEO_EMBED_ID,
      url: pageOf(location),
    })),
    ...fileLocations(movie).map(({ url }) => ({ embedId: FILE_EMBED_ID, url })),
  ];
}

async function playVideo(
  context: EmbedContext,
  hosts: SourceAddresses['peertubeHosts'],
): Promise<readonly Stream[]> {
  const known = videoAt(context.url);
  if (!known) throw new Error("This isn't the URL of an open movie");
  const { movie, location } = known;
  const address = { base: baseOf(location.host, hosts), video: location.video };
  const licence = creditLine(movie.rights);
  const [video, captions] = await Promise.all([
    fetchVideo(context, address),
    fetchCaptions(context, address),
  ]);
  if (video) return videoStreams(video, { base: address.base, captions, licence });
  const file = recordedFile(movie, location, address.base);
  if (!file) throw new NotFoundError('the video no longer exists');
  return [file];
}

/** Returns a file for recorded UUIDs that identify a file instead of a video. The host has no such video. */
function recordedFile(
  movie: StarterMovie,
  location: VideoLocation,
  base: string,
): Stream | undefined {
  const { video, webVideoHeight } = location;
  if (webVideoHeight === undefined) return undefined;
  return fileStream(movie, `${base}/object-storage/web_videos/${video}-${webVideoHeight}.mp4`);
}

function playFile(url: string, hosts: SourceAddresses['peertubeHosts']): Stream {
  const known = fileAt(url);
  if (!known) throw new Error("This isn't the URL of an open movie");
  const { host, pathname } = new URL(url);
  return fileStream(known.movie, `${baseOf(host, hosts)}${pathname}`);
}

function fileStream(movie: StarterMovie, url: string): FileStream {
  const height = /-(\d{3,4})\.mp4$/.exec(url)?.[1];
  const quality = qualityOfHeight(height === undefined ? undefined : Number(height));
  return {
    type: 'file',
    id: 'file',
    flags: ['cors-allowed'],
    captions: [],
    qualities: { [quality]: { type: 'mp4', url } },
    attribution: { text: movie.title, licence: creditLine(movie.rights) },
  };
}

type VideoLocation = Extract<StarterLocation, { source: 'peertube' }>;
type FileLocation = Extract<StarterLocation, { source: 'peertube-file' }>;

function findMovie(media: ScrapeMovie): StarterMovie | undefined {
  const byImdb = media.imdbId === undefined ? undefined : findStarterByImdb(media.imdbId);
  return (
    findStarter('movie', Number(media.tmdbId)) ?? (byImdb?.kind === 'movie' ? byImdb : undefined)
  );
}

function videoLocations(movie: StarterMovie): readonly VideoLocation[] {
  return movie.streams.filter((location) => location.source === 'peertube');
}

function fileLocations(movie: StarterMovie): readonly FileLocation[] {
  return movie.streams.filter((location) => location.source === 'peertube-file');
}

/** Returns the page of a video. It serves as the embed's URL, because it contains host and ID. */
function pageOf({ host, video }: VideoLocation): string {
  return `https://${host}/w/${video}`;
}

function videoAt(page: string) {
  return starterMovies()
    .flatMap((movie) => videoLocations(movie).map((location) => ({ movie, location })))
    .find(({ location }) => pageOf(location) === page);
}

function fileAt(url: string) {
  return starterMovies()
    .flatMap((movie) => fileLocations(movie).map((location) => ({ movie, location })))
    .find(({ location }) => location.url === url);
}

function baseOf(host: string, hosts: SourceAddresses['peertubeHosts']): string {
  return hosts[host] ?? `https://${host}`;
}

function starterMovies(): readonly StarterMovie[] {
  return loadStarter().filter((title) => title.kind === 'movie');
}
