// Closed captions inside the video (CEA-608), as hls.js extracts them.
import { canonicalLanguage } from '../audio-track.ts';
import type { InbandTextTrack, RawCue } from '../engine.ts';

/** A track found by hls.js; only closed captions have an `_id`. */
export interface FoundTrack {
  readonly _id?: string | undefined;
  /** The declaration in the playlist. */
  readonly closedCaptions?:
    | {
        readonly name: string;
        readonly lang?: string | undefined;
        readonly characteristics?: string | undefined;
      }
    | undefined;
}

/** Apple's characteristic for described sounds. */
export const DESCRIBES_SOUND = 'public.accessibility.describes-music-and-sound';

const NAMED = /^textTrack(\d)$/;

export const isClosedCaption = (id: string) => NAMED.test(id);

/** Only the playlist declares the language, and whether sounds are described. */
export function closedCaption({
  _id: id,
  closedCaptions,
}: FoundTrack): InbandTextTrack | undefined {
  const channel = id === undefined ? undefined : NAMED.exec(id)?.[1];
  if (id === undefined || channel === undefined) return undefined;
  return {
    id,
    label: closedCaptions?.name ?? `CC${channel}`,
    language: canonicalLanguage(closedCaptions?.lang),
    forced: false,
    hearingImpaired: closedCaptions?.characteristics?.includes(DESCRIBES_SOUND) ?? false,
  };
}

/** The screen has 15 rows; dialogue is usually in this one or below. */
const LOWER_ROWS = 9;

/** Joins the rows of a screen into one cue, because hls.js creates a cue for each row. */
export function joinedRows(rows: readonly RawCue[]): readonly RawCue[] {
  const screens = Map.groupBy(rows, ({ startTime, endTime }) => `${startTime} ${endTime}`);
  return [...screens.values()].flatMap((screen) => {
    const [first] = screen;
    if (!first) return [];
    const { startTime, endTime } = first;
    const text = screen.map((row) => row.text).join('\n');
    const isAbove = screen.every(({ line }) => typeof line === 'number' && line < LOWER_ROWS);
    return [{ startTime, endTime, text, ...(isAbove && { line: 0 }) }];
  });
}

interface Pen {
  readonly foreground: string | null;
  readonly background: string;
  readonly italics: boolean;
  readonly underline: boolean;
}

interface Row {
  readonly chars: readonly { readonly uchar: string; readonly penState: Pen }[];
  cueStartTime: number | null;
  readonly isEmpty: () => boolean;
}

/** Creates cues as hls.js does, and adds the colors that it leaves out. */
export const coloredCues = {
  newCue: (
    _track: TextTrack | null,
    start: number,
    end: number,
    { rows }: { readonly rows: readonly Row[] },
  ): VTTCue[] =>
    rows.flatMap((row, at) => {
      if (row.isEmpty()) return [];
      // hls.js uses this for its cleanup.
      row.cueStartTime = start;
      const cue = new VTTCue(start, Math.max(end, start + 0.0001), textOf(row));
      cue.line = at + 1;
      return [cue];
    }),
};

/** Marks runs of characters with the same pen. */
function textOf({ chars }: Row): string {
  const letters = chars.map(({ uchar }) => uchar).join('');
  const from = letters.length - letters.trimStart().length;
  let [text, end] = ['', ''];
  let before = '';
  for (const { uchar, penState } of chars.slice(from, letters.trimEnd().length)) {
    const marks = marksOf(penState);
    if (marks.join() !== before) {
      text += end + marks.map((mark) => `<${mark}>`).join('');
      end = marks
        .toReversed()
        .map((mark) => `</${mark[0]}>`)
        .join('');
      before = marks.join();
    }
    text += ESCAPES[uchar] ?? uchar;
  }
  return text + end;
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** White on black is the broadcast default and is left to the viewer's style. */
function marksOf({ foreground, background, italics, underline }: Pen): readonly string[] {
  const classes = [
    ...(foreground === null || foreground === 'white' ? [] : [`.${named(foreground)}`]),
    ...(background === 'black' || background === 'transparent' ? [] : [`.bg_${named(background)}`]),
  ];
  return [
    ...(classes.length === 0 ? [] : [`c${classes.join('')}`]),
    ...(italics ? ['i'] : []),
    ...(underline ? ['u'] : []),
  ];
}

/** The broadcast green is lime in CSS. */
const named = (color: string) => (color === 'green' ? 'lime' : color);
