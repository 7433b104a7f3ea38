// The only list of caption formats. Readers, file pickers, folders, archives and sources use it.

interface FormatFacts {
  /** Image captions can't be converted to text. */
  readonly kind: 'text' | 'image';
  /** The file extensions without the dot. */
  readonly endings: readonly string[];
  /** Whether the format has styles that WebVTT lacks. */
  readonly isStyled?: boolean;
}

const CAPTION_FORMATS = {
  vtt: { kind: 'text', endings: ['vtt'] },
  ass: { kind: 'text', endings: ['ass', 'ssa'], isStyled: true },
  sami: { kind: 'text', endings: ['smi', 'sami'] },
  microDvd: { kind: 'text', endings: ['sub'] },
  sbv: { kind: 'text', endings: ['sbv'] },
  srt: { kind: 'text', endings: ['srt'] },
  lrc: { kind: 'text', endings: ['lrc'] },
  pgs: { kind: 'image', endings: ['sup'] },
} as const satisfies Readonly<Record<string, FormatFacts>>;

type CaptionFormat = keyof typeof CAPTION_FORMATS;

export type TextFormat = {
  [Format in CaptionFormat]: (typeof CAPTION_FORMATS)[Format]['kind'] extends 'text'
    ? Format
    : never;
}[CaptionFormat];

const FACTS: readonly FormatFacts[] = Object.values(CAPTION_FORMATS);
const BY_ENDING = new Map(FACTS.flatMap((facts) => facts.endings.map((end) => [end, facts])));

/** Returns the format of a file name or path. Undefined for other extensions. */
export function captionFormatOf(name: string): FormatFacts | undefined {
  return BY_ENDING.get(/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '');
}

/** Returns extensions without the dot. Excludes `.txt`, which any format may have. */
export function captionEndings(kind?: FormatFacts['kind']): readonly string[] {
  return FACTS.filter((facts) => kind === undefined || facts.kind === kind).flatMap(
    ({ endings }) => endings,
  );
}
