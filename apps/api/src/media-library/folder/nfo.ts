// Parses NFO files of Kodi and similar programs: XML, or only the URL of a page.
import type { NfoTexts } from '@matinee/sources/sources/folder/folder-library';
import type { NfoData } from '@matinee/sources/sources/folder/parse-path';
import { takeTags, type TitleIds } from '@matinee/sources/sources/folder/video-name';
import { Parser } from 'htmlparser2';

const KINDS: Readonly<Record<string, NfoData['kind']>> = {
  movie: 'movie',
  tvshow: 'tvshow',
  episodedetails: 'episode',
};
const READ_FIELDS: ReadonlySet<string> = new Set([
  'title',
  'originaltitle',
  'showtitle',
  'year',
  'premiered',
  'uniqueid',
  'id',
  'tmdbid',
  'imdbid',
  'imdb_id',
  'season',
  'episode',
  'set',
  'director',
  'actor',
  'plot',
  'outline',
  'genre',
  'rating',
  'ratings',
  'runtime',
]);
const MAX_FIELDS = 1_000;
const MAX_PEOPLE = 20;
const MAX_GENRES = 10;
/** htmlparser2 12 takes quadratic time for nested elements: 9 s for 100,000. */
const MAX_DEPTH = 100;

interface Field {
  readonly name: string;
  /** The provider of a `uniqueid`, or the maximum of a rating's scale. */
  readonly type: string;
  /** Whether this is the default one of several ratings. */
  readonly isDefault: boolean;
  text: string;
}

/** Undefined if the text has no usable title, id or plot. */
export function readNotes(text: string): NfoData | undefined {
  const { kind, fields } = fieldsOf(text);
  const found = kind ? notesOf(kind, fields) : undefined;
  if (found?.kind === 'episode') return found;
  const claim = found?.claim ?? { titles: [], ids: {} };
  const { tmdb, imdb } = claim.ids;
  // A URL in a plot may belong to another title.
  const isKnown = claim.year !== undefined || tmdb !== undefined || imdb !== undefined;
  const notes: NfoData = {
    numbers: [],
    ...found,
    kind: kind ?? (/\/tv\/\d/.test(text) ? 'tvshow' : 'movie'),
    claim: isKnown ? claim : { ...claim, ids: idsInAddresses(text) },
  };
  return isUseful(notes) ? notes : undefined;
}

const isUseful = ({ claim: { titles, ids, set, texts } }: NfoData): boolean =>
  ids.tmdb !== undefined ||
  ids.imdb !== undefined ||
  set !== undefined ||
  titles.length > 0 ||
  texts?.overview !== undefined;

function fieldsOf(text: string): { kind: NfoData['kind'] | undefined; fields: readonly Field[] } {
  const path: string[] = [];
  const fields: Field[] = [];
  let kind: NfoData['kind'] | undefined;
  let open: Field | undefined;
  const parser = new Parser(
    {
      onopentag: (tag, { type = '', max = '', default: isDefault = '' }) => {
        const name = tag.toLowerCase();
        if (path.length === 0) kind ??= KINDS[name];
        // Read only top-level elements and ratings. Actors also have names and IDs.
        const isRating = path[1] === 'ratings' && path.length === 2;
        if (isRating || (path.length === 1 && READ_FIELDS.has(name)))
          open = {
            name: isRating ? 'ratings' : name,
            type: isRating ? max : type.toLowerCase(),
            isDefault: isDefault === 'true',
            text: '',
          };
        path.push(name);
        if (path.length === MAX_DEPTH) parser.pause();
      },
      ontext: (piece) => {
        // Sets in newer notes, and actors, have their names in a separate element.
        const isNamed = path[1] === 'set' || path[1] === 'actor';
        const isName = isNamed && path.length === 3 && path[2] === 'name';
        const isValue = path[1] === 'ratings' && path.length === 4 && path[3] === 'value';
        if (open && (path.length === 2 || isName || isValue)) open.text += piece;
      },
      onclosetag: (_name, isImplied) => {
        path.pop();
        const isOver = path.length < 2 || (path[1] === 'ratings' && path.length === 2);
        if (!isOver) return;
        // Ignore an unclosed element: the file may still be being written.
        if (open && !isImplied && fields.length < MAX_FIELDS) fields.push(open);
        open = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return { kind, fields };
}

function notesOf(kind: NfoData['kind'], fields: readonly Field[]): NfoData {
  const all = (...names: string[]): string[] =>
    fields.filter(({ name }) => names.includes(name)).map((field) => field.text.trim());
  const numbers = (name: string): number[] =>
    all(name).flatMap((text) => (/^\d{1,4}$/.test(text) ? [Number(text)] : []));
  const isEpisode = kind === 'episode';
  const people = isEpisode ? [] : all('director', 'actor').filter((name) => name !== '');
  const titles = isEpisode ? all('showtitle') : all('title', 'originaltitle');
  const [year] = all('year', 'premiered').flatMap((text) => /^(?:18|19|20)\d\d/.exec(text) ?? []);
  const texts = textsOf(fields, all);
  const episodes = [...new Set(numbers('episode'))].toSorted((a, b) => a - b);
  return {
    kind,
    claim: {
      titles: [...new Set(titles.filter((title) => title !== ''))],
      year: isEpisode || year === undefined ? undefined : Number(year),
      // An episode's IDs don't identify its show.
      ids: isEpisode ? {} : idsOf(fields),
      set: all('set').find((name) => name !== ''),
      ...(people.length > 0 && { people: [...new Set(people)].slice(0, MAX_PEOPLE) }),
      ...(!isEpisode && { texts: { ...texts, ...(year !== undefined && { year: Number(year) }) } }),
    },
    season: numbers('season')[0],
    numbers: episodes,
    ...(isEpisode && episodes.length <= 1 && { episodeTexts: texts }),
  };
}

/** Treats `0` as unknown, because programs write it for missing values. */
function textsOf(fields: readonly Field[], all: (...names: string[]) => string[]): NfoTexts {
  const first = (name: string): string | undefined => all(name).find((text) => text !== '');
  const overview = first('plot') ?? first('outline');
  const genres = all('genre').flatMap((text) => text.split('/').map((name) => name.trim()));
  const runtime = Number(/^\d{1,4}/.exec(first('runtime') ?? '')?.[0] ?? 0);
  const rating = ratingOf(fields);
  const originalTitle = first('originaltitle');
  const title = first('title');
  return {
    ...(title !== undefined && { title }),
    ...(originalTitle !== undefined && { originalTitle }),
    ...(overview !== undefined && { overview }),
    ...(genres.length > 0 && { genres: genres.slice(0, MAX_GENRES) }),
    ...(rating !== undefined && { rating }),
    ...(runtime > 0 && { runtime }),
  };
}

/** Returns the rating from 0 to 10. */
function ratingOf(fields: readonly Field[]): number | undefined {
  const ratings = fields.flatMap(({ name, type, isDefault, text }) => {
    const value = /^\d{1,3}(?:[.,]\d+)?$/.test(text.trim())
      ? Number(text.trim().replace(',', '.'))
      : 0;
    const best = name === 'ratings' && Number(type) > 0 ? Number(type) : 10;
    const isRating = name === 'rating' || name === 'ratings';
    return isRating && value > 0 && value <= best
      ? [{ value: (10 * value) / best, isDefault }]
      : [];
  });
  return (ratings.find(({ isDefault }) => isDefault) ?? ratings[0])?.value;
}

function idsOf(fields: readonly Field[]): TitleIds {
  const values = (matches: (field: Field) => boolean): string[] =>
    fields.filter(matches).map(({ text }) => text.trim());
  const tmdb = values(
    ({ name, type }) => name === 'tmdbid' || (name === 'uniqueid' && type === 'tmdb'),
  ).find((value) => /^\d{1,12}$/.test(value));
  const imdb = values(
    ({ name, type }) =>
      ['imdbid', 'imdb_id', 'id'].includes(name) || (name === 'uniqueid' && type === 'imdb'),
  ).find((value) => /^tt\d{5,10}$/.test(value));
  return { ...(tmdb !== undefined && { tmdb: String(Number(tmdb)) }), ...(imdb && { imdb }) };
}

function idsInAddresses(text: string): TitleIds {
  const tmdb = /themoviedb\.org\/(?:movie|tv)\/(\d{1,12})/.exec(text)?.[1];
  const imdb = takeTags(/imdb\.com\/title\/(tt\d+)/.exec(text)?.[1] ?? '').ids.imdb;
  return { ...(tmdb !== undefined && { tmdb }), ...(imdb && { imdb }) };
}
