// Converts an item to a playable stream. Repeats all checks, because anyone can write an item's URL.
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
  type RecordingChoice,
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

/** Required for movies found by IMDb ID under another title. */
const SAME_RUNTIME = 0.1;

export function resolveItem(
  item: ArchiveItem,
  target: SearchTarget,
  { base, rules }: { readonly base: string; readonly rules: ArchiveRules },
): FileStream {
  const known = knownItems(target).find(({ identifier }) => identifier === item.identifier);
  const recordings = recordingsOf(item.files);
  if (recordings.length === 0) {
    throw new NotFoundError(`no playable file (${formatsOf(item)})`, {
      code: 'unplayableStreams',
    });
  }
  const recording = known
    ? knownRecording(item, recordings, target, known)
    : target.kind === 'movie'
      ? movieRecording(item, recordings, target)
      : episodeRecording(item, recordings, target);
  const { identifier, metadata } = item;
  const decision = checkUploadRights({ identifier, ...metadata }, rules);
  if (!decision.accepted) throw new NotFoundError(decision.reason);
  const urlOf = (name: string) => downloadUrl(base, identifier, name);
  return {
    type: 'file',
    id: identifier,
    flags: ['cors-allowed'],
    qualities: qualitiesOf(recording, urlOf),
    captions: itemCaptions(item, recording, urlOf),
    attribution: {
      ...credit(item, base, known),
      ...licenceLine(item, decision, known),
    },
  };
}

function movieRecording(
  item: ArchiveItem,
  recordings: readonly Recording[],
  target: SearchTarget,
): Recording {
  const decision = matchUpload(item.metadata, target);
  if (!decision.matches) throw new NotFoundError(`${item.identifier} ${decision.reason}`);
  const names = decision.isTitleEqual ? [] : [item.metadata.title];
  const recording = requireChoice(chooseMovie(recordings, target, names));
  const fit = runtimeFit(recording.seconds, target.runtimeMin, SAME_RUNTIME);
  if (!decision.isTitleEqual && fit !== 'fits')
    throw new NotFoundError('it may be a different movie');
  return recording;
}

function episodeRecording(
  item: ArchiveItem,
  recordings: readonly Recording[],
  target: SearchTarget,
): Recording {
  const { title, imdbIds } = item.metadata;
  const isOfSeries = target.imdbId !== undefined && imdbIds.includes(target.imdbId);
  const holds = itemHolds(title, target, isOfSeries);
  if (holds === 'other') throw new NotFoundError(`${item.identifier} has a different title`);
  return requireChoice(chooseEpisode(recordings, target, holds));
}

/** Returns the recorded file. An editor has checked it, so its runtime and name don't matter. */
function knownRecording(
  item: ArchiveItem,
  recordings: readonly Recording[],
  target: SearchTarget,
  { file, of }: KnownItem,
): Recording {
  const root = file === undefined ? undefined : rootOf(file, item.files);
  const recorded = recordings.find((recording) => recording.root === root);
  if (recorded) return withOtherQualities(recorded, recordings, of);
  const [only] = recordings;
  if (only && recordings.length === 1) return only;
  return of.kind === 'movie'
    ? requireChoice(
        chooseMovie(recordings, { ...target, title: of.title, year: of.year }, [target.title]),
      )
    : requireChoice(chooseEpisode(recordings, { ...target, title: of.title }, 'episode'));
}

/** Adds other qualities of the recorded file. */
function withOtherQualities(
  recorded: Recording,
  recordings: readonly Recording[],
  of: KnownItem['of'],
): Recording {
  const others = recordings.filter(
    (recording) =>
      recording !== recorded &&
      areSameLength(recording, recorded) &&
      claimOf(recording.root, of) === 'same',
  );
  return { ...recorded, files: [recorded, ...others].flatMap(({ files }) => files) };
}

function requireChoice(choice: RecordingChoice): Recording {
  if ('reason' in choice) throw new NotFoundError(choice.reason);
  return choice.recording;
}

/** Returns a stable URL. It redirects to a data node, which changes daily. */
function downloadUrl(base: string, identifier: string, name: string): string {
  return `${base}/download/${identifier}/${name.split('/').map(encodeURIComponent).join('/')}`;
}

function credit({ identifier, metadata }: ArchiveItem, base: string, known?: KnownItem) {
  const title = metadata.title || known?.of.title || identifier;
  const [creator] = metadata.creators;
  return {
    text: [title, creator, 'Internet Archive'].filter(Boolean).join(' · '),
    url: `${base}/details/${identifier}`,
  };
}

/** States the reason for acceptance. Doesn't repeat an uploader's claim about an old movie. */
function licenceLine(
  { metadata }: ArchiveItem,
  decision: Extract<RightsDecision, { accepted: true }>,
  known?: KnownItem,
): { readonly licence?: string } {
  // The catalog's line gives the credit that the license requires.
  if (known) return { licence: creditLine(known.of.rights) };
  if (decision.ground === 'age') return { licence: 'US public domain by age' };
  const licence = licenceName(metadata.licenceUrl);
  return licence === undefined ? {} : { licence };
}

function formatsOf(item: ArchiveItem): string {
  const moving = item.files.filter(({ name }) =>
    /\.(?:ogv|mpe?g|avi|mkv|webm|mov|iso)$/i.test(name),
  );
  const formats = new Set(moving.map(({ name, format }) => format ?? name.replace(/^.*\./, '')));
  return formats.size > 0 ? `only ${[...formats].join(', ')}` : 'it contains no movie';
}

/** May be MPEG-4 Part 2, which browsers don't play. Used only if there is no H.264. */
const UNSURE = 'mpeg4';

function qualitiesOf(
  recording: Recording,
  urlOf: (name: string) => string,
): FileStream['qualities'] {
  const isSure = recording.files.some(({ format }) => format.startsWith('h.264'));
  const files = recording.files
    .filter(({ format }) => !isSure || format !== UNSURE)
    .toSorted((a, b) => rank(a) - rank(b) || (a.bytes ?? 0) - (b.bytes ?? 0));
  const qualities: FileStream['qualities'] = {};
  for (const file of files) {
    qualities[qualityOf(file)] ??= { type: 'mp4', url: urlOf(file.name) };
  }
  return qualities;
}

function rank({ format }: PlayableFile): number {
  const index = FORMATS.findIndex((each) => each === format);
  return index < 0 ? FORMATS.length : index;
}

function qualityOf({ height, format, name }: PlayableFile): Quality {
  if (height !== undefined) return qualityOfHeight(height);
  const tag = /(\d{3,4})p\b/i.exec(`${format} ${name.replaceAll('_', ' ')}`)?.[1];
  if (tag !== undefined) return qualityOfHeight(Number(tag));
  return format === '512kb mpeg4' ? '360' : 'unknown';
}

const SUFFIXES = /^(?:\.[a-z]{2,3}(?:-[a-z\d]+)?){0,2}\.(?:srt|vtt)$/i;
const SPEECH_RECOGNISED = /\.asr\./i;

/** Returns one track for each language. Prefers others to speech recognition. */
function itemCaptions(
  item: ArchiveItem,
  recording: Recording,
  urlOf: (name: string) => string,
): CaptionTrack[] {
  const stems = [recording.root, ...recording.files.map(({ name }) => stemOf(name))];
  const tracks = item.files
    .map(({ name }) => name)
    .filter((name) => stems.some((stem) => belongsTo(stem, name)))
    .toSorted((a, b) => Number(SPEECH_RECOGNISED.test(a)) - Number(SPEECH_RECOGNISED.test(b)))
    .map((name) => track(name, item.metadata.language, urlOf(name)));
  const byLanguage = Map.groupBy(tracks, ({ language }) => language);
  return [...byLanguage.values()].flatMap(([first]) => first ?? []);
}

/**
 * Returns true for `Night.srt`, `Night.en.vtt` and `Night.en.asr.srt` with `Night`. False for `Night.Of.Terror.srt`.
 */
function belongsTo(stem: string, name: string): boolean {
  return name.startsWith(stem) && SUFFIXES.test(name.slice(stem.length));
}

function track(name: string, itemLanguage: string | undefined, url: string): CaptionTrack {
  const inName = /\.([a-z]{2,3}(?:-[a-z\d]+)?)(?:\.asr)?\.[^.]+$/i.exec(name)?.[1];
  const tag = inName?.toLowerCase() === 'asr' ? undefined : inName;
  return {
    id: name,
    type: /\.vtt$/i.test(name) ? 'vtt' : 'srt',
    url,
    // Data nodes don't reliably send CORS headers.
    hasCorsRestrictions: true,
    language: languageCode(tag ?? '') ?? languageCode(itemLanguage ?? '') ?? 'en',
  };
}
