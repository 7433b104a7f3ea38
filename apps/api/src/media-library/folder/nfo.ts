// Parses NFO files of Kodi and similar programs: XML, or only the URL of a page.
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
]);
const MAX_FIELDS = 1_000;
const MAX_PEOPLE = 20;
/** htmlparser2 12 takes quadratic time for nested elements: 9 s for 100,000. */
const MAX_DEPTH = 100;

interface Field {
  readonly name: string;
  /** The provider of a `uniqueid`. */
  readonly type: string;
  text: string;
}

/** Undefined if the text has no usable title or id. */
export function readNotes(text: string): NfoData | undefined {
  const { kind, fields } = fieldsOf(text);
  const found = kind ? notesOf(kind, fields) : undefined;
  if (found && (found.kind === 'episode' || isUseful(found))) return found;
  const ids = idsInAddresses(text);
  const claim = { titles: found?.claim.titles ?? [], year: found?.claim.year, ids };
  const notes: NfoData = { kind: /\/tv\/\d/.test(text) ? 'tvshow' : 'movie', claim, numbers: [] };
  return isUseful(notes) ? { ...notes, kind: kind ?? notes.kind } : undefined;
}

const isUseful = ({ claim: { titles, year, ids, set } }: NfoData): boolean =>
  ids.tmdb !== undefined ||
  ids.imdb !== undefined ||
  set !== undefined ||
  (titles.length > 0 && year !== undefined);

function fieldsOf(text: string): { kind: NfoData['kind'] | undefined; fields: readonly Field[] } {
  const path: string[] = [];
  const fields: Field[] = [];
  let kind: NfoData['kind'] | undefined;
  let open: Field | undefined;
  const parser = new Parser(
    {
      onopentag: (tag, { type = '' }) => {
        const name = tag.toLowerCase();
        if (path.length === 0) kind ??= KINDS[name];
        // Actors have names and ids too, so only top-level elements count.
        if (path.length === 1 && READ_FIELDS.has(name) && fields.length < MAX_FIELDS) {
          open = { name, type: type.toLowerCase(), text: '' };
          fields.push(open);
        }
        path.push(name);
        if (path.length === MAX_DEPTH) parser.pause();
      },
      ontext: (piece) => {
        // Newer notes have the set's name in an element of its own, as actors have theirs.
        const isNamed = path[1] === 'set' || path[1] === 'actor';
        const isName = isNamed && path.length === 3 && path[2] === 'name';
        if (open && (path.length === 2 || isName)) open.text += piece;
      },
      onclosetag: () => {
        path.pop();
        if (path.length < 2) open = undefined;
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
  return {
    kind,
    claim: {
      titles: [...new Set(titles.filter((title) => title !== ''))],
      year: isEpisode || year === undefined ? undefined : Number(year),
      // An episode's ids do not identify its series.
      ids: isEpisode ? {} : idsOf(fields),
      set: all('set').find((name) => name !== ''),
      ...(people.length > 0 && { people: [...new Set(people)].slice(0, MAX_PEOPLE) }),
    },
    season: numbers('season')[0],
    numbers: [...new Set(numbers('episode'))].toSorted((a, b) => a - b),
  };
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
