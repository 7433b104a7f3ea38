import {
  type FileStream,
  qualityOfHeight,
  type Quality,
  type CaptionTrack,
} from '@matinee/shared/media/stream';
import { matchUpload, runtimeFit } from '#match.ts';
import { licenceName, type RightsDecision } from '#rights.ts';
import { NotFoundError } from '#source.ts';
import { creditLine } from '#starter-catalog/starter-title.ts';
import {
  chooseMovie,
  type Choice,
  chooseEpisode,
  itemHolds,
  claimOf,
  areSameLength,
  rootOf,
  recordingsOf,
  type Recording,
  FORMATS,
  type PlayableFile,
  stemOf,
} from './recordings.ts';
import {
  knownItems,
  type KnownItem,
  checkUploadRights,
  type ArchiveRules,
  type SearchTarget,
} from './search-target.ts';
import type { ArchiveItem } from './archive-api.ts';
import { languageCode } from '#caption-language.ts';

/** From an item's address to something that plays, checking everything anew. */

/** A film found by its IMDb id under another name must be of the same length, give or take a tenth. */
const SAME_RUNTIME = 0.1;

export function resolveItem(
  item: ArchiveItem,
  wanted: SearchTarget,
  { base, rules }: { readonly base: string; readonly rules: ArchiveRules },
): FileStream {
  const curated = knownItems(wanted).find(({ identifier }) => identifier === item.identifier);
  const works = recordingsOf(item.files);
  if (works.length === 0) {
    throw new NotFoundError(`no file that plays (${formatsOf(item)})`, {
      code: 'unplayableStreams',
    });
  }
  const work = curated
    ? curatedWork(item, works, wanted, curated)
    : wanted.kind === 'movie'
      ? film(item, works, wanted)
      : episode(item, works, wanted);
  const { identifier, metadata } = item;
  const verdict = checkUploadRights({ identifier, ...metadata }, rules);
  if (!verdict.accepted) throw new NotFoundError(verdict.reason);
  const urlOf = (name: string) => downloadUrl(base, identifier, name);
  return {
    type: 'file',
    id: identifier,
    flags: ['cors-allowed'],
    qualities: qualitiesOf(work, urlOf),
    captions: captionsOf(item, work, urlOf),
    attribution: {
      ...credit(item, base, curated),
      ...licenceLine(item, verdict, curated),
    },
  };
}

function film(item: ArchiveItem, works: readonly Recording[], wanted: SearchTarget): Recording {
  const verdict = matchUpload(item.metadata, wanted);
  if (!verdict.matches) throw new NotFoundError(`${item.identifier} ${verdict.reason}`);
  const names = verdict.isTitleEqual ? [] : [item.metadata.title];
  const work = chosen(chooseMovie(works, wanted, names));
  const fit = runtimeFit(work.seconds, wanted.runtimeMin, SAME_RUNTIME);
  if (!verdict.isTitleEqual && fit !== 'fits') throw new NotFoundError('it may be another film');
  return work;
}

function episode(item: ArchiveItem, works: readonly Recording[], wanted: SearchTarget): Recording {
  const { title, imdbIds } = item.metadata;
  const isOfSeries = wanted.imdbId !== undefined && imdbIds.includes(wanted.imdbId);
  const holds = itemHolds(title, wanted, isOfSeries);
  if (holds === 'other') throw new NotFoundError(`${item.identifier} has another title`);
  return chosen(chooseEpisode(works, wanted, holds));
}

/** A person has seen that the recorded file is the title; its runtime and name prove nothing more. */
function curatedWork(
  item: ArchiveItem,
  works: readonly Recording[],
  wanted: SearchTarget,
  { file, of }: KnownItem,
): Recording {
  const root = file === undefined ? undefined : rootOf(file, item.files);
  const recorded = works.find((work) => work.root === root);
  if (recorded) return withTwins(recorded, works, of);
  const [only] = works;
  if (only && works.length === 1) return only;
  return of.kind === 'movie'
    ? chosen(chooseMovie(works, { ...wanted, title: of.title, year: of.year }, [wanted.title]))
    : chosen(chooseEpisode(works, { ...wanted, title: of.title }, 'episode'));
}

/** The recorded file may be the 720 next to which lies a 1080. */
function withTwins(
  recorded: Recording,
  works: readonly Recording[],
  of: KnownItem['of'],
): Recording {
  const twins = works.filter(
    (work) =>
      work !== recorded && areSameLength(work, recorded) && claimOf(work.root, of) === 'same',
  );
  return { ...recorded, files: [recorded, ...twins].flatMap(({ files }) => files) };
}

function chosen(choice: Choice): Recording {
  if ('reason' in choice) throw new NotFoundError(choice.reason);
  return choice.work;
}

/** The data node behind it changes from day to day, so this address is the one to keep. */
function downloadUrl(base: string, identifier: string, name: string): string {
  return `${base}/download/${identifier}/${name.split('/').map(encodeURIComponent).join('/')}`;
}

function credit({ identifier, metadata }: ArchiveItem, base: string, curated?: KnownItem) {
  const title = metadata.title || curated?.of.title || identifier;
  const [creator] = metadata.creators;
  return {
    text: [title, creator, 'Internet Archive'].filter(Boolean).join(' · '),
    url: `${base}/details/${identifier}`,
  };
}

/** The ground on which it was accepted: what an uploader claims of an old film is not repeated. */
function licenceLine(
  { metadata }: ArchiveItem,
  verdict: Extract<RightsDecision, { accepted: true }>,
  curated?: KnownItem,
): { readonly licence?: string } {
  // The catalogue's line names whom a licence wants credited.
  if (curated) return { licence: creditLine(curated.of.rights) };
  if (verdict.ground === 'age') return { licence: 'US public domain by age' };
  const licence = licenceName(metadata.licenceUrl);
  return licence === undefined ? {} : { licence };
}

function formatsOf(item: ArchiveItem): string {
  const moving = item.files.filter(({ name }) =>
    /\.(?:ogv|mpe?g|avi|mkv|webm|mov|iso)$/i.test(name),
  );
  const formats = new Set(moving.map(({ name, format }) => format ?? name.replace(/^.*\./, '')));
  return formats.size > 0 ? `only ${[...formats].join(', ')}` : 'no film in it';
}

/** Uploads of this format may hold MPEG-4 Part 2, which browsers do not play: taken only for want of better. */
const UNSURE = 'mpeg4';

export function qualitiesOf(
  work: Recording,
  urlOf: (name: string) => string,
): FileStream['qualities'] {
  const isSure = work.files.some(({ format }) => format.startsWith('h.264'));
  const files = work.files
    .filter(({ format }) => !isSure || format !== UNSURE)
    .toSorted((a, b) => rank(a) - rank(b) || (a.bytes ?? 0) - (b.bytes ?? 0));
  const qualities: FileStream['qualities'] = {};
  for (const file of files) {
    qualities[qualityOf(file)] ??= { type: 'mp4', url: urlOf(file.name) };
  }
  return qualities;
}

function rank({ format }: PlayableFile): number {
  const place = FORMATS.findIndex((each) => each === format);
  return place < 0 ? FORMATS.length : place;
}

function qualityOf({ height, format, name }: PlayableFile): Quality {
  if (height !== undefined) return qualityOfHeight(height);
  const told = /(\d{3,4})p\b/i.exec(`${format} ${name.replaceAll('_', ' ')}`)?.[1];
  if (told !== undefined) return qualityOfHeight(Number(told));
  return format === '512kb mpeg4' ? '360' : 'unknown';
}

const SUFFIXES = /^(?:\.[a-z]{2,3}(?:-[a-z\d]+)?){0,2}\.(?:srt|vtt)$/i;
const SPEECH_RECOGNISED = /\.asr\./i;

/** One track a language; what people wrote goes before what a machine heard. */
export function captionsOf(
  item: ArchiveItem,
  work: Recording,
  urlOf: (name: string) => string,
): CaptionTrack[] {
  const stems = [work.root, ...work.files.map(({ name }) => stemOf(name))];
  const tracks = item.files
    .map(({ name }) => name)
    .filter((name) => stems.some((stem) => belongsTo(stem, name)))
    .toSorted((a, b) => Number(SPEECH_RECOGNISED.test(a)) - Number(SPEECH_RECOGNISED.test(b)))
    .map((name) => track(name, item.metadata.language, urlOf(name)));
  const byLanguage = Map.groupBy(tracks, ({ language }) => language);
  return [...byLanguage.values()].flatMap(([first]) => first ?? []);
}

/** `Night.srt`, `Night.en.vtt` and `Night.en.asr.srt` belong to `Night`; `Night.Of.Terror.srt` does not. */
function belongsTo(stem: string, name: string): boolean {
  return name.startsWith(stem) && SUFFIXES.test(name.slice(stem.length));
}

function track(name: string, itemLanguage: string | undefined, url: string): CaptionTrack {
  const inName = /\.([a-z]{2,3}(?:-[a-z\d]+)?)(?:\.asr)?\.[^.]+$/i.exec(name)?.[1];
  const told = inName?.toLowerCase() === 'asr' ? undefined : inName;
  return {
    id: name,
    type: /\.vtt$/i.test(name) ? 'vtt' : 'srt',
    url,
    // Data nodes send CORS headers by chance only.
    hasCorsRestrictions: true,
    language: languageCode(told ?? '') ?? languageCode(itemLanguage ?? '') ?? 'en',
  };
}
