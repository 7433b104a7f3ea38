import { EmptySubtitle, toWebVtt } from '@matinee/shared/subtitles/convert';
import { languageCode } from '@matinee/sources/caption-language';
import type { SubtitleBlock } from '../matroska/matroska-subtitle-blocks.ts';
import type { SubtitleTrack } from '../matroska/matroska-subtitles.ts';

const EMPTY = 'WEBVTT\n';

/** Returns the subtitles of a segment as WebVTT. `origin`: the time at which the playlist begins. */
export async function subtitleSegment(
  track: SubtitleTrack,
  blocks: readonly SubtitleBlock[],
  origin: number,
): Promise<string> {
  if (blocks.length === 0) return EMPTY;
  const lines = linesOf(blocks, origin);
  const text = track.format === 'ass' ? assOf(track.header, lines) : srtOf(lines);
  try {
    const language = languageCode(track.language) ?? 'en';
    return await toWebVtt(Buffer.from(text), { language });
  } catch (error) {
    if (error instanceof EmptySubtitle) return EMPTY;
    throw error;
  }
}

/** Returns the subtitles as ASS with styles. */
export const assPart = (
  { header }: SubtitleTrack,
  blocks: readonly SubtitleBlock[],
  origin: number,
): string => assOf(header, linesOf(blocks, origin));

interface Line {
  /** Seconds of the playlist. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const linesOf = (blocks: readonly SubtitleBlock[], origin: number): readonly Line[] =>
  blocks.map(({ start, end, bytes }) => ({
    start: Math.max(0, start - origin),
    end: Math.max(0, end - origin),
    text: bytes.toString('utf8').replace(/\0+$/, ''),
  }));

const srtOf = (lines: readonly Line[]): string =>
  lines
    .map(({ start, end, text }, at) => {
      // An empty line would end the cue.
      const shown = text.replaceAll(/(?:\r?\n)+/g, '\n').trim();
      return `${at + 1}\n${clock(start, ',', 3)} --> ${clock(end, ',', 3)}\n${shown}\n`;
    })
    .join('\n');

const EVENTS =
  '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

/** Converts lines of Matroska, which begin with a number and have no times. */
function assOf(header: string, lines: readonly Line[]): string {
  const [styles = ''] = header.split(/^\[Events\]/im);
  const events = lines.map(({ start, end, text }) => {
    const [, layer = '0', ...rest] = text.replaceAll(/[\r\n]+/g, ' ').split(',');
    return `Dialogue: ${layer},${clock(start, '.', 2)},${clock(end, '.', 2)},${rest.join(',')}`;
  });
  return [styles.trimEnd(), '', EVENTS, ...events, ''].join('\n');
}

/** `01:02:03,456` */
function clock(seconds: number, separator: string, digits: number): string {
  const unit = 10 ** digits;
  const total = Math.round(seconds * unit);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const parts = [total / unit / 3_600, (total / unit / 60) % 60, (total / unit) % 60].map(two);
  return `${parts.join(':')}${separator}${String(total % unit).padStart(digits, '0')}`;
}
