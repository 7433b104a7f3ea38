import type { CaptionTrack } from '@matinee/shared/media/stream';

import { requestText } from '#lib/http.ts';

/** Straight from its address; an app with a proxy hands its own way in. */
export async function fetchCaption(track: CaptionTrack, signal: AbortSignal): Promise<string> {
  const { status, body } = await requestText(track.url, { signal });
  if (status !== 200) throw new Error('failed to get caption data');
  return body;
}
