/** From an item's address to something that plays, checking everything anew. */
import type { FileStream } from '@matinee/shared/media/stream';
import { matchUpload, runtimeFit } from '#match.ts';
import { licenceName, type RightsDecision } from '#rights.ts';
import { NotFoundError } from '#source.ts';
import { creditLine } from '#starter-catalog/credit-line.ts';
import { captionsOf } from './captions.ts';
import { chooseMovie, type Choice } from './choose-recording.ts';
import { knownItems, type KnownItem } from './known-items.ts';
import { chooseEpisode, itemHolds } from './episodes.ts';
import { claimOf } from './file-name.ts';
import { checkUploadRights, type ArchiveRules } from './archive-rules.ts';
import type { ArchiveItem } from './item.ts';
import { qualitiesOf } from './qualities.ts';
import type { SearchTarget } from './search-target.ts';
import { areSameLength, rootOf, recordingsOf, type Recording } from './recordings.ts';

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
