/** From an item's address to something that plays, checking everything anew. */
import type { FileStream } from '@matinee/shared/media/stream';
import { judgeCandidate, runtimeFit } from '#match.ts';
import { licenceName, type RightsVerdict } from '#rights.ts';
import { NotFound } from '#source.ts';
import { rightsLine } from '#starter/rights-line.ts';
import { captionsOf } from './captions.ts';
import { chooseFilm } from './choose-work.ts';
import type { Choice } from './choose-work.ts';
import { curatedItems } from './curated.ts';
import type { CuratedItem } from './curated.ts';
import { chooseEpisode, itemHolds } from './episodes.ts';
import { claimOf } from './file-name.ts';
import { judgeUpload, type ArchiveRules } from './archive-rules.ts';
import type { ArchiveItem } from './item.ts';
import { qualitiesOf } from './qualities.ts';
import type { Wanted } from './wanted.ts';
import { areSameLength, rootOf, worksOf } from './works.ts';
import type { Work } from './works.ts';

/** A film found by its IMDb id under another name must be of the same length, give or take a tenth. */
const SAME_RUNTIME = 0.1;

export function resolveItem(
  item: ArchiveItem,
  wanted: Wanted,
  { base, rules }: { readonly base: string; readonly rules: ArchiveRules },
): FileStream {
  const curated = curatedItems(wanted).find(({ identifier }) => identifier === item.identifier);
  const works = worksOf(item.files);
  if (works.length === 0) {
    throw new NotFound(`no file that plays (${formatsOf(item)})`, { code: 'unplayableStreams' });
  }
  const work = curated
    ? curatedWork(item, works, wanted, curated)
    : wanted.kind === 'movie'
      ? film(item, works, wanted)
      : episode(item, works, wanted);
  const { identifier, metadata } = item;
  const verdict = judgeUpload({ identifier, ...metadata }, rules);
  if (!verdict.accepted) throw new NotFound(verdict.reason);
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

function film(item: ArchiveItem, works: readonly Work[], wanted: Wanted): Work {
  const verdict = judgeCandidate(item.metadata, wanted);
  if (!verdict.matches) throw new NotFound(`${item.identifier} ${verdict.reason}`);
  const names = verdict.isTitleEqual ? [] : [item.metadata.title];
  const work = chosen(chooseFilm(works, wanted, names));
  const fit = runtimeFit(work.seconds, wanted.runtimeMin, SAME_RUNTIME);
  if (!verdict.isTitleEqual && fit !== 'fits') throw new NotFound('it may be another film');
  return work;
}

function episode(item: ArchiveItem, works: readonly Work[], wanted: Wanted): Work {
  const { title, imdbIds } = item.metadata;
  const isOfSeries = wanted.imdbId !== undefined && imdbIds.includes(wanted.imdbId);
  const holds = itemHolds(title, wanted, isOfSeries);
  if (holds === 'other') throw new NotFound(`${item.identifier} has another title`);
  return chosen(chooseEpisode(works, wanted, holds));
}

/** A person has seen that the recorded file is the title; its runtime and name prove nothing more. */
function curatedWork(
  item: ArchiveItem,
  works: readonly Work[],
  wanted: Wanted,
  { file, of }: CuratedItem,
): Work {
  const root = file === undefined ? undefined : rootOf(file, item.files);
  const recorded = works.find((work) => work.root === root);
  if (recorded) return withTwins(recorded, works, of);
  const [only] = works;
  if (only && works.length === 1) return only;
  return of.kind === 'movie'
    ? chosen(chooseFilm(works, { ...wanted, title: of.title, year: of.year }, [wanted.title]))
    : chosen(chooseEpisode(works, { ...wanted, title: of.title }, 'episode'));
}

/** The recorded file may be the 720 next to which lies a 1080. */
function withTwins(recorded: Work, works: readonly Work[], of: CuratedItem['of']): Work {
  const twins = works.filter(
    (work) =>
      work !== recorded && areSameLength(work, recorded) && claimOf(work.root, of) === 'same',
  );
  return { ...recorded, files: [recorded, ...twins].flatMap(({ files }) => files) };
}

function chosen(choice: Choice): Work {
  if ('reason' in choice) throw new NotFound(choice.reason);
  return choice.work;
}

/** The data node behind it changes from day to day, so this address is the one to keep. */
function downloadUrl(base: string, identifier: string, name: string): string {
  return `${base}/download/${identifier}/${name.split('/').map(encodeURIComponent).join('/')}`;
}

function credit({ identifier, metadata }: ArchiveItem, base: string, curated?: CuratedItem) {
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
  verdict: Extract<RightsVerdict, { accepted: true }>,
  curated?: CuratedItem,
): { readonly licence?: string } {
  // The catalogue's line names whom a licence wants credited.
  if (curated) return { licence: rightsLine(curated.of.rights) };
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
