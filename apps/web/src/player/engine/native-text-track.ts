/** Captions that come with a medium, such as a rendition of a playlist. */
export interface MediumCaption {
  readonly id: string;
  /** What the medium calls it. */
  readonly label: string;
  /** A language tag in its canonical spelling; undefined when the medium does not say. */
  readonly language: string | undefined;
  /** Only what is foreign in the film itself. */
  readonly forced: boolean;
  readonly hearingImpaired: boolean;
}

/** A cue as WebVTT describes it; the browser's and the library's `VTTCue` both are one. */
export interface RawCue {
  readonly startTime: number;
  readonly endTime: number;
  readonly text: string;
  readonly line?: number | 'auto' | undefined;
  readonly lineAlign?: string | undefined;
  readonly snapToLines?: boolean | undefined;
  readonly position?: number | 'auto' | undefined;
  readonly positionAlign?: string | undefined;
  readonly align?: string | undefined;
  readonly vertical?: string | undefined;
}

export interface CaptionReading {
  /** Of a `MediumCaption`. */
  readonly id: string;
  /** The next ones, as they come in: none twice, in no order; with the head of their file, where that has rules for colors. */
  readonly onCues: (cues: readonly RawCue[], head?: string) => void;
  readonly onFailure: () => void;
}

/** What is drawn where our own layer is not seen. Times are those of the medium, text is that of WebVTT. */
export interface NativeCaption {
  readonly language: string;
  readonly label: string;
  readonly cues: readonly RawCue[];
}
