import { PgsRenderer } from 'libpgs';
import workerUrl from 'libpgs/dist/libpgs.worker.js?url';

import { onVideoFrame } from '../engine/on-video-frame.ts';
import type { StyledRenderer } from './track.ts';

/** Draws the image captions of Blu-ray discs. */
export async function createPgsRenderer(
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
  let delay = 0;
  const load = async (next: Uint8Array<ArrayBuffer>) => {
    await renderer.loadFromBuffer(next.buffer);
    // Forces a redraw: the renderer believes it has drawn the image of this number already.
    renderer.renderAtTimestamp(-1);
    renderer.renderAtTimestamp(video.currentTime - delay);
  };
  try {
    await load(bytes);
  } catch (error) {
    stop();
    throw error;
  }
  // By itself, the renderer checks the time only four times a second.
  const unwatch = onVideoFrame(video, (time) => renderer.renderAtTimestamp(time - delay));
  return {
    redraw: (seconds) => {
      delay = seconds;
      renderer.timeOffset = -delay;
      renderer.renderAtTimestamp(video.currentTime - delay);
    },
    update: (caption) => {
      // A damaged part does not affect the images of other parts.
      if (caption.kind === 'pgs') void load(caption.bytes).catch(() => undefined);
    },
    stop: () => {
      unwatch();
      stop();
    },
  };
}
