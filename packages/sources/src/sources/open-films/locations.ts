/** The recorded places of the open films. Nothing outside this list is ever asked for. */
import type { ScrapeMovie } from '@matinee/shared/media/media';
import type { SourceAddresses } from '#source.ts';
import { findStarter, findStarterByImdb, loadStarter } from '#starter-catalog/starter-catalog.ts';
import type { StarterLocation, StarterMovie } from '#starter-catalog/starter-title.ts';

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
