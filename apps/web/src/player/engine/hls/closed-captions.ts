// Captions within the picture itself (CEA-608), as hls.js finds them there.
import { canonicalLanguage } from '../audio-track.ts';
import type { InbandTextTrack, RawCue } from '../engine.ts';

/** What hls.js has found: captions of the picture have an `_id`, those of the playlist have none. */
export interface FoundTrack {
  readonly _id?: string | undefined;
  /** What the playlist says of it. */
  readonly closedCaptions?:
    | {
        readonly name: string;
        readonly lang?: string | undefined;
        readonly characteristics?: string | undefined;
      }
    | undefined;
}

/** How Apple says that sounds are described, too. */
export const DESCRIBES_SOUND = 'public.accessibility.describes-music-and-sound';

const NAMED = /^textTrack(\d)$/;

export const isClosedCaption = (id: string) => NAMED.test(id);

/** Only the playlist knows their language, and whether they describe sounds. */
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

/** Of the 15 rows of the screen: from here down it is where talk usually is. */
const LOWER_ROWS = 9;

/** hls.js makes a cue of each row, with a place in characters of a screen of old; here they are the lines of one. */
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

/** Makes cues of a screen as hls.js does, and adds the colours that it leaves out. */
export const coloredCues = {
  newCue: (
    _track: TextTrack | null,
    start: number,
    end: number,
    { rows }: { readonly rows: readonly Row[] },
  ): VTTCue[] =>
    rows.flatMap((row, at) => {
      if (row.isEmpty()) return [];
      // It cleans up after itself by this.
      row.cueStartTime = start;
      const cue = new VTTCue(start, Math.max(end, start + 0.0001), textOf(row));
      cue.line = at + 1;
      return [cue];
    }),
};

/** One mark for as many letters as look alike. */
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

/** White on black is how television writes, and left to the viewer's own style. */
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

/** The green of television is what CSS calls lime. */
const named = (color: string) => (color === 'green' ? 'lime' : color);
