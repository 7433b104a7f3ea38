/** A small picture of the film near a second of it. */
export interface Thumbnail {
  /** Seconds. */
  readonly at: number;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Where it lies on a sheet of many, in pixels of the sheet. */
  readonly offset?: { readonly x: number; readonly y: number };
}
