import type { CaptionTrack } from '@matinee/shared/media/stream';
import { languageCode } from '#caption-language.ts';
import { stemOf } from './file-name.ts';
import type { ArchiveItem } from './item.ts';
import type { Recording } from './recordings.ts';

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
