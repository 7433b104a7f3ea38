// Captions within the picture itself (CEA-608), as hls.js finds them there.
import { canonicalLanguage } from './audio-track.ts';
import type { MediumCaption, RawCue } from './medium-caption.ts';

/** What hls.js has found: captions of the picture have an `_id`, those of the playlist have none. */
export interface FoundTrack {
  readonly _id?: string | undefined;
  /** What the playlist says of it. */
  readonly closedCaptions?:
    { readonly name: string; readonly lang?: string | undefined } | undefined;
}

const NAMED = /^textTrack(\d)$/;

export const isClosedCaption = (id: string) => NAMED.test(id);

/** They are made for those who hear little; of their language only the playlist knows. */
export function closedCaption({ _id: id, closedCaptions }: FoundTrack): MediumCaption | undefined {
  const channel = id === undefined ? undefined : NAMED.exec(id)?.[1];
  if (id === undefined || channel === undefined) return undefined;
  return {
    id,
    label: closedCaptions?.name ?? `CC${channel}`,
    language: canonicalLanguage(closedCaptions?.lang),
    forced: false,
    hearingImpaired: true,
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
