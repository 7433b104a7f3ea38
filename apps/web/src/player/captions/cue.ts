import type { CueLook } from '@matinee/shared/subtitles/cue-styles';

import type { RawCue } from '../engine/engine.ts';
import type { Placement } from './cue-position.ts';

/** What may stand in a caption: text and a few harmless marks. Nothing of the file reaches the page as markup. */
export type CueNode =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'mark';
      readonly tag: 'b' | 'i' | 'u' | 'ruby' | 'rt' | 'span';
      readonly lang?: string | undefined;
      /** The style of the file; the viewer's own wins. */
      readonly look?: CueLook | undefined;
      readonly children: readonly CueNode[];
    };

export interface Cue {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly CueNode[];
  /** Undefined for the usual place: at the bottom, with the others. */
  readonly placement?: Placement | undefined;
  /** As it was written, for those who draw it themselves. */
  readonly raw: RawCue;
}

/** What is said, without its looks. */
export function wordsOf(nodes: readonly CueNode[]): string {
  return nodes.map((node) => (node.kind === 'text' ? node.text : wordsOf(node.children))).join('');
}
