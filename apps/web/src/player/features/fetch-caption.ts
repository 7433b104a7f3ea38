import { requestBytes, requestText } from '#lib/http.ts';

import type { CaptionEntry } from '../captions/track.ts';

/** Straight from its address; an app with a proxy hands its own way in. */
export async function fetchCaption(
  { url }: Pick<CaptionEntry, 'url'>,
  signal: AbortSignal,
): Promise<string> {
  const { status, body } = await requestText(url, { signal });
  if (status !== 200) throw new Error('failed to get caption data');
  return body;
}

/** Pictures of words. */
export async function fetchCaptionImages(
  { url }: Pick<CaptionEntry, 'url'>,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { status, body } = await requestBytes(url, { signal });
  if (status !== 200) throw new Error('failed to get caption data');
  return body;
}
