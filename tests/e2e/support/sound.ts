import { expect, type Page } from '@playwright/test';

/** The pitch, in Hz, of the decoded audio. */
function pitch(page: Page): Promise<number> {
  return page.locator('video').evaluate(async (video) => {
    if (!('captureStream' in video) || typeof video.captureStream !== 'function') return 0;
    const captured: unknown = video.captureStream();
    if (!(captured instanceof MediaStream)) return 0;
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 8192 });
    context.createMediaStreamSource(captured).connect(analyser);
    const bins = new Float32Array(analyser.frequencyBinCount);
    const isSilent = () => {
      analyser.getFloatFrequencyData(bins);
      return Math.max(...bins) < -60;
    };
    const late = performance.now() + 3_000;
    do await new Promise(requestAnimationFrame);
    while (isSilent() && performance.now() < late);
    const loudest = bins.indexOf(Math.max(...bins));
    const found = (loudest * context.sampleRate) / analyser.fftSize;
    await context.close();
    return found;
  });
}

export const expectPitch = (page: Page, hertz: number) =>
  expect.poll(async () => Math.abs((await pitch(page)) - hertz)).toBeLessThan(20);
