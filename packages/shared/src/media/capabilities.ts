// The capabilities of a browser as a short list of words. Clients send it to `GET /scrape`:
// `capabilities=avc,aac,hevc`.

/**
 * Codecs that a browser plays in MP4 at 1080p, with MediaSource if the browser has it. Append new words, because URLs
 * of streams contain positions in this list.
 */
export const CAPABILITIES = [
  /** H.264 in 8 bits, up to level 4.2. */
  'avc',
  /** H.264 in 8 bits, up to level 5.2: 4K. */
  'avc-4k',
  /** H.264 in 10 bits: High 10. */
  'avc-10',
  /** HEVC Main. */
  'hevc',
  /** HEVC Main 10. */
  'hevc-10',
  /** VP9 profile 0. */
  'vp9',
  /** VP9 profile 2: 10 bits. */
  'vp9-10',
  /** AV1 Main in 8 bits. */
  'av1',
  /** AV1 Main in 10 bits. */
  'av1-10',
  'aac',
  'mp3',
  'opus',
  'flac',
  'ac3',
  'eac3',
  /** VP8, VP9, Vorbis and Opus in a WebM file. */
  'webm',
  /** At least six loudspeakers: 5.1. */
  'surround',
  /** A display for PQ and HLG. */
  'hdr',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Sorted like `CAPABILITIES`, without duplicates. Equal lists thus have equal texts. */
export type Capabilities = readonly Capability[];

/** Ignores unknown words, which newer clients may send. */
export function parseCapabilities(text: string): Capabilities {
  const words = new Set(text.split(','));
  return CAPABILITIES.filter((each) => words.has(each));
}

export const capabilitiesText = (capabilities: Capabilities): string => capabilities.join(',');
