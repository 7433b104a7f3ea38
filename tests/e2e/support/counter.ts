/** Runs in the browser: seeks, and reads the number of the frame that is then shown. */
export async function readCounter(
  video: SVGElement | HTMLElement,
  second: number,
): Promise<number> {
  if (!(video instanceof HTMLVideoElement)) throw new Error('not a video');
  const bits = 12;
  const shown = new Promise<void>((resolve) => {
    const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
      // A frame from before the seek may still be on its way.
      if (Math.abs(mediaTime - second) < 1) resolve();
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  });
  const sought = new Promise((resolve) =>
    video.addEventListener('seeked', resolve, { once: true }),
  );
  video.currentTime = second;
  await Promise.all([shown, sought]);
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(video, 0, 0);
  const width = video.videoWidth / bits;
  let frame = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const [red = 0] = context.getImageData((bit + 0.5) * width, width / 2, 1, 1).data;
    if (red > 128) frame += 2 ** bit;
  }
  return frame;
}
