/** What may stand in a caption: text and a few harmless marks. Nothing of the file reaches the page as markup. */
export type CueNode =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'mark';
      readonly tag: 'b' | 'i' | 'u' | 'ruby' | 'rt' | 'span';
      readonly lang?: string | undefined;
      readonly children: readonly CueNode[];
    };

export interface Cue {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly CueNode[];
}
