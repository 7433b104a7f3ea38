import { PgsRenderer } from 'libpgs';
import workerUrl from 'libpgs/dist/libpgs.worker.js?url';

import type { StyledRenderer } from './track.ts';

/** Draws the image captions of Blu-ray discs. */
export async function drawPgs(
  host: HTMLElement,
  video: HTMLVideoElement,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<StyledRenderer> {
  const canvas = host.ownerDocument.createElement('canvas');
  host.append(canvas);
  const renderer = new PgsRenderer({ canvas, video, workerUrl });
  const stop = () => {
    renderer.dispose();
    canvas.remove();
  };
  try {
    await renderer.loadFromBuffer(bytes.buffer);
    // Forces a redraw: the renderer believes it has drawn image 0 already.
    renderer.renderAtTimestamp(-1);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    redraw: (delay) => {
      renderer.timeOffset = -delay;
      renderer.renderAtTimestamp(video.currentTime - delay);
    },
    stop,
  };
}
