import type { CueStyle } from '@matinee/shared/subtitles/cue-styles';

import type { RawCue } from '../engine/engine.ts';

/** Text and a few harmless marks. Markup of the file never reaches the page. */
export type CueNode =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'mark';
      readonly tag: 'b' | 'i' | 'u' | 'ruby' | 'rt' | 'span';
      readonly lang?: string | undefined;
      /** The file's style. The viewer's style overrides it. */
      readonly style?: CueStyle | undefined;
      readonly children: readonly CueNode[];
    };

export interface CaptionCue {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly CueNode[];
  /** Undefined for the default position at the bottom. */
  readonly position?: CuePosition | undefined;
  /** The cue as written, for players that draw it themselves. */
  readonly raw: RawCue;
}

export function wordsOf(nodes: readonly CueNode[]): string {
  return nodes.map((node) => (node.kind === 'text' ? node.text : wordsOf(node.children))).join('');
}

/** A cue's position as fractions of the video. Directions are physical, in every script. */
interface CuePosition {
  /** The distance from the top to the edge that `anchor` names; undefined at the bottom. */
  readonly top: number | undefined;
  readonly anchor: Side;
  /** The distance from the left to the edge that `hold` names. */
  readonly left: number;
  readonly hold: Side;
  readonly align: 'start' | 'center' | 'end' | 'left' | 'right';
}

type Side = 'start' | 'center' | 'end';

/** A line box of WebVTT has about this fraction of the height. */
const LINE = 1 / 15;
/** Cues below this are shown at the default position, which leaves space for the controls. */
const BOTTOM = 0.8;

/** Undefined for a cue at the default position. */
export function positionOf(cue: RawCue): CuePosition | undefined {
  const align = ALIGNMENTS.find((known) => known === cue.align) ?? 'center';
  const top = topOf(cue);
  const hold = holdOf(cue, align);
  const left = leftOf(cue, align);
  if (top === undefined && align === 'center' && hold === 'center' && left === 0.5) {
    return undefined;
  }
  const anchor = cue.lineAlign === 'center' || cue.lineAlign === 'end' ? cue.lineAlign : 'start';
  return { top, anchor, left, hold, align };
}

const ALIGNMENTS = ['start', 'center', 'end', 'left', 'right'] as const;

function topOf({ line, snapToLines = true }: RawCue): number | undefined {
  if (typeof line !== 'number' || !Number.isFinite(line)) return undefined;
  const top = snapToLines ? (line >= 0 ? line * LINE : 1 + line * LINE) : line / 100;
  return top >= BOTTOM ? undefined : Math.max(0, top);
}

function leftOf({ position }: RawCue, align: CuePosition['align']): number {
  if (typeof position === 'number' && Number.isFinite(position)) {
    return Math.min(1, Math.max(0, position / 100));
  }
  if (align === 'start' || align === 'left') return 0;
  return align === 'center' ? 0.5 : 1;
}

function holdOf({ positionAlign }: RawCue, align: CuePosition['align']): Side {
  if (positionAlign === 'line-left') return 'start';
  if (positionAlign === 'line-right') return 'end';
  if (positionAlign === 'center' || align === 'center') return 'center';
  return align === 'start' || align === 'left' ? 'start' : 'end';
}

const SHIFT: Readonly<Record<Side, string>> = { start: '0%', center: '-50%', end: '-100%' };
const percent = (fraction: number) => `${Math.round(fraction * 1_000) / 10}%`;

/** The custom properties that the caption style sheet reads. */
export function positionStyle({
  top = 0,
  anchor,
  left,
  hold,
}: CuePosition): Readonly<Record<string, string>> {
  const space = { start: 1 - left, center: 2 * Math.min(left, 1 - left), end: left }[hold];
  return {
    '--cue-top': percent(top),
    '--cue-left': percent(left),
    '--cue-width': percent(space > 0.1 ? space : 1),
    '--cue-shift': `${SHIFT[hold]} ${SHIFT[anchor]}`,
  };
}
