// The one list of the formats of captions: readers, pickers, folders, archives and sources go by it.

interface FormatFacts {
  /** Pictures of words are drawn, and cannot become text. */
  readonly kind: 'text' | 'image';
  /** File extensions, without the dot. */
  readonly endings: readonly string[];
  /** It says how its words look, beyond what WebVTT can. */
  readonly isStyled?: boolean;
}

export const CAPTION_FORMATS = {
  vtt: { kind: 'text', endings: ['vtt'] },
  ass: { kind: 'text', endings: ['ass', 'ssa'], isStyled: true },
  sami: { kind: 'text', endings: ['smi', 'sami'] },
  microDvd: { kind: 'text', endings: ['sub'] },
  sbv: { kind: 'text', endings: ['sbv'] },
  srt: { kind: 'text', endings: ['srt'] },
  lrc: { kind: 'text', endings: ['lrc'] },
  pgs: { kind: 'image', endings: ['sup'] },
} as const satisfies Readonly<Record<string, FormatFacts>>;

export type CaptionFormat = keyof typeof CAPTION_FORMATS;

export type TextFormat = {
  [Format in CaptionFormat]: (typeof CAPTION_FORMATS)[Format]['kind'] extends 'text'
    ? Format
    : never;
}[CaptionFormat];

const FACTS: readonly FormatFacts[] = Object.values(CAPTION_FORMATS);
const BY_ENDING = new Map(FACTS.flatMap((facts) => facts.endings.map((end) => [end, facts])));

/** By the name of a file or the path of an address; undefined where the ending is no caption's. */
export function captionFormatOf(name: string): FormatFacts | undefined {
  return BY_ENDING.get(/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '');
}

/** Without the dots. Captions of all text formats are also called `.txt`, which says nothing by itself. */
export function captionEndings(kind?: FormatFacts['kind']): readonly string[] {
  return FACTS.filter((facts) => kind === undefined || facts.kind === kind).flatMap(
    ({ endings }) => endings,
  );
}
