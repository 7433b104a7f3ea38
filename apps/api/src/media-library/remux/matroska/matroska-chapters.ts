// Chapters of Matroska files (RFC 9559, section 5.1.7).
import type { Chapter } from '@matinee/shared/media/timeline';
import {
  childNumber,
  childOf,
  childrenOf,
  childText,
  contentOf,
  elementAt,
  type MatroskaFile,
} from './matroska-elements.ts';
import type { MatroskaHead } from './matroska-head.ts';

const CHAPTERS = 0x10_43_a7_70;
const EDITION = 0x45_b9;
const EDITION_DEFAULT = 0x45_db;
const EDITION_HIDDEN = 0x45_bd;
const ATOM = 0xb6;
const TIME_START = 0x91;
const ATOM_HIDDEN = 0x98;
const ATOM_ENABLED = 0x45_98;
const DISPLAY = 0x80;
const TITLE = 0x85;
const MAX_BYTES = 1024 * 1024;
const MAX_CHAPTERS = 2_000;

/** Times are seconds of the file. */
export async function readMatroskaChapters(
  file: MatroskaFile,
  { offsets }: MatroskaHead,
): Promise<readonly Chapter[]> {
  const at = offsets.get(CHAPTERS);
  const element = at === undefined ? undefined : await elementAt(file, at);
  if (element?.id !== CHAPTERS) return [];
  const editions = [...childrenOf(await contentOf(file, element, MAX_BYTES))].filter(
    ({ id, content }) => id === EDITION && childNumber(content, EDITION_HIDDEN) !== 1,
  );
  const edition =
    editions.find(({ content }) => childNumber(content, EDITION_DEFAULT) === 1) ?? editions[0];
  return edition ? [...chaptersIn(edition.content)] : [];
}

function* chaptersIn(edition: Buffer): Generator<Chapter> {
  for (const { id, content } of childrenOf(edition, MAX_CHAPTERS)) {
    const start = id === ATOM ? childNumber(content, TIME_START) : undefined;
    const isOff =
      childNumber(content, ATOM_HIDDEN) === 1 || childNumber(content, ATOM_ENABLED) === 0;
    if (start === undefined || isOff) continue;
    const display = childOf(content, DISPLAY);
    yield { start: start / 1e9, title: (display && childText(display, TITLE)) ?? '' };
  }
}
