import type { z } from 'zod';
import type { CaptionTrack, ImageCaptionTrack, Quality } from '@matinee/shared/media/stream';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { captionFormatOf } from '@matinee/shared/subtitles/formats';
import { languageCode } from '#caption-language.ts';
import { compactTitle } from '#match.ts';
import {
  ManifestDocument,
  ManifestMovie,
  ManifestShow,
  type ManifestCaption,
  type ManifestStream,
} from './schema.ts';

/** A movie or an episode, with absolute URLs. */
export interface ManifestTitle {
  readonly title: string | undefined;
  readonly rights: string | undefined;
  readonly streams: readonly ManifestStream[];
  readonly captions: readonly CaptionTrack[];
  readonly imageCaptions: readonly ImageCaptionTrack[];
}

/** A movie or an episode for the library. */
export interface ManifestEntry {
  /** One of the entry's keys in `titles`. */
  readonly key: string;
  readonly type: 'movie' | 'show';
  readonly ids: Ids;
  readonly title: string | undefined;
  readonly year: number | undefined;
  /** Unset for a movie. */
  readonly number?: { readonly season: number; readonly episode: number };
  readonly qualities: readonly Quality[];
}

export interface ManifestContent {
  readonly name: string | undefined;
  /** Keyed by `keysOf`. */
  readonly titles: ReadonlyMap<string, ManifestTitle>;
  readonly entries: readonly ManifestEntry[];
  /** Messages about invalid entries, with their paths in the JSON. */
  readonly errors: readonly string[];
}

/** Throws if the document is invalid. Skips invalid entries. `base`: the base of relative URLs. */
export function readManifest(text: string, base?: string): ManifestContent {
  const frame = ManifestDocument.safeParse(parseJson(text));
  if (!frame.success) throw new Error(`The manifest isn't valid: ${whatIsWrong(frame.error, [])}`);
  const titles = new Map<string, ManifestTitle>();
  const entries: ManifestEntry[] = [];
  const errors: string[] = [];
  const add: AddEntry = ({ keys, entry, at, ...about }) => {
    try {
      const title = absolute(entry, at, base);
      for (const key of keys) titles.set(key, title);
      const [key] = keys;
      if (key !== undefined)
        entries.push({ ...about, key, qualities: entry.streams.map(({ quality }) => quality) });
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  };
  frame.data.movies.forEach((row, index) => {
    const movie = ManifestMovie.safeParse(row);
    const at = ['movies', index];
    if (movie.success)
      add({
        keys: keysOf('movie', movie.data),
        entry: movie.data,
        at,
        ...about('movie', movie.data),
      });
    else errors.push(whatIsWrong(movie.error, at));
  });
  frame.data.shows.forEach((row, index) => {
    const show = ManifestShow.safeParse(row);
    const at = ['shows', index];
    if (show.success) addEpisodes(show.data, at, add);
    else errors.push(whatIsWrong(show.error, at));
  });
  return { name: frame.data.name, titles, entries, errors };
}

/** Returns all keys that a manifest may use for a title. */
export function titleKeys(media: ScrapeMedia): string[] {
  const ids = idsOf(media.type, { tmdbId: media.tmdbId, imdbId: media.imdbId });
  if (media.type === 'movie') return ids;
  return ids.map((id) => episodeKey(id, media.season.number, media.episode.number));
}

interface AddedEntry extends Omit<ManifestEntry, 'key' | 'qualities'> {
  readonly keys: readonly string[];
  readonly entry: Entry;
  readonly at: Path;
}

type AddEntry = (added: AddedEntry) => void;

type Path = readonly PropertyKey[];

interface Entry {
  readonly title?: string | undefined;
  readonly rights?: string | undefined;
  readonly streams: readonly ManifestStream[];
  readonly captions?: readonly ManifestCaption[] | undefined;
}

type Ids = { readonly tmdbId?: string | number | undefined; readonly imdbId?: string | undefined };

function idsOf(type: 'movie' | 'show', { tmdbId, imdbId }: Ids): string[] {
  return [tmdbId, imdbId].flatMap((id) => (id === undefined ? [] : `${type}:${id}`));
}

/** Identifies a title without an ID by its name. */
function keysOf(type: 'movie' | 'show', named: Named): string[] {
  const ids = idsOf(type, named);
  return ids.length > 0 ? ids : [`${type}:${compactTitle(named.title ?? '')} ${named.year ?? ''}`];
}

type Named = Ids & Pick<ManifestMovie, 'title' | 'year'>;

const about = (type: 'movie' | 'show', { tmdbId, imdbId, title, year }: Named) => ({
  type,
  ids: { tmdbId, imdbId },
  title,
  year,
});

function episodeKey(id: string, season: number, episode: number): string {
  return `${id}:${season}:${episode}`;
}

function addEpisodes(show: ManifestShow, at: Path, add: AddEntry): void {
  const { title, rights } = show;
  for (const [season, episodes] of Object.entries(show.seasons)) {
    for (const [episode, { streams, captions }] of Object.entries(episodes)) {
      const number = { season: Number(season), episode: Number(episode) };
      add({
        ...about('show', show),
        keys: keysOf('show', show).map((id) => episodeKey(id, number.season, number.episode)),
        number,
        entry: { title, rights, streams, captions },
        at: [...at, 'seasons', season, episode],
      });
    }
  }
}

function absolute({ title, rights, ...entry }: Entry, at: Path, base?: string): ManifestTitle {
  const resolve = (url: string, ...where: Path): string => {
    const full = URL.parse(url, base);
    if (full && /^https?:$/.test(full.protocol)) return full.href;
    throw new Error(`${spell([...at, ...where])}: not an http or https URL`);
  };
  const streams = entry.streams.map((stream, index) => ({
    ...stream,
    url: resolve(stream.url, 'streams', index, 'url'),
  }));
  const tracks = (entry.captions ?? []).map(({ lang, url, forced, hearingImpaired }, index) => {
    const path = url.replace(/[?#].*$/, '');
    const track = {
      id: `${index + 1}`,
      language: languageCode(lang) ?? lang,
      url: resolve(url, 'captions', index, 'url'),
      hasCorsRestrictions: true,
      ...(forced && { forced }),
      ...(hearingImpaired && { hearingImpaired }),
    };
    return { path, track };
  });
  return {
    title,
    rights,
    streams,
    captions: tracks.flatMap(({ path, track }) => {
      if (captionFormatOf(path)?.kind === 'image') return [];
      return { ...track, type: /\.vtt$/i.test(path) ? 'vtt' : 'srt' };
    }),
    imageCaptions: tracks.flatMap(({ path, track }) =>
      captionFormatOf(path)?.kind === 'image' ? { ...track, type: 'pgs' } : [],
    ),
  };
}

function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return json;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The manifest isn't JSON: ${why}`, { cause: error });
  }
}

function whatIsWrong({ issues }: z.ZodError, at: Path): string {
  const [first] = issues;
  return first ? `${spell([...at, ...first.path])}: ${first.message}` : 'invalid';
}

/** Returns a path such as `movies[3].streams[0].url`. */
function spell(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '') || 'the top level';
}
