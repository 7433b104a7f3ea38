import type { CaptionTrack } from '@matinee/shared/media/stream';
import { languageCode } from '#caption-language.ts';
import { stemOf } from './file-name.ts';
import type { ArchiveItem } from './item.ts';
import type { Work } from './works.ts';

const TEXT_TRACK = /\.(srt|vtt)$/i;
/** Ten digits: the transcript of a television recording, not captions. */
const TRANSCRIPT = /(?:^|\/)\d{10}\.srt$/;
const SPEECH_RECOGNISED = /\.asr\./i;

/** One track a language; what people wrote goes before what a machine heard. */
export function captionsOf(
  item: ArchiveItem,
  work: Work,
  urlOf: (name: string) => string,
): CaptionTrack[] {
  const stems = [work.root, ...work.files.map(({ name }) => name)].map(stemOf);
  const tracks = item.files
    .map(({ name }) => name)
    .filter((name) => TEXT_TRACK.test(name) && !TRANSCRIPT.test(name))
    .filter((name) => stems.some((stem) => name.startsWith(`${stem}.`)))
    .toSorted((a, b) => Number(SPEECH_RECOGNISED.test(a)) - Number(SPEECH_RECOGNISED.test(b)))
    .map((name) => track(name, item.metadata.language, urlOf(name)));
  const byLanguage = Map.groupBy(tracks, ({ language }) => language);
  return [...byLanguage.values()].flatMap(([first]) => first ?? []);
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
