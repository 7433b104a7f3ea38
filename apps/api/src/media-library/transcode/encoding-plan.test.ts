import { expect, test } from 'vitest';
import { encodingSteps, planEncoding } from './encoding-plan.ts';
import type { ProbedFile } from './probe-file.ts';

const steps = (width: number, height: number, isCopied: boolean): readonly string[] =>
  encodingSteps({ width, height }, isCopied).map((step) => `${step.width}x${step.height}`);

test('qualities are no larger than the file, and have even sizes', () => {
  expect(steps(3840, 2160, false)).toEqual(['1920x1080', '1280x720', '854x480', '640x360']);
  expect(steps(1920, 800, false)).toEqual(['1920x800', '1280x534', '854x356', '640x266']);
  expect(steps(1920, 1080, true)).toEqual(['1280x720', '854x480', '640x360']);
  expect(steps(640, 353, false)).toEqual(['640x354']);
  expect(steps(640, 360, true)).toEqual([]);
  expect(steps(1080, 1920, false)[0]).toBe('608x1080');
});

test('segments lie on whole frames, and the last is shorter', () => {
  const video: ProbedFile['video'] = {
    index: 0,
    codec: 'mpeg4',
    width: 640,
    height: 480,
    start: 1,
    rate: { numerator: 24_000, denominator: 1_001 },
    isInterlaced: false,
    isHdr: false,
  };
  const { frames, segmentFrames, times } = planEncoding({ start: 0, end: 11, video, audio: [] });
  expect({ frames, segmentFrames, segments: times.starts.length }).toEqual({
    frames: 240,
    segmentFrames: 96,
    segments: 3,
  });
  expect((times.starts[2] ?? 0) - times.origin).toBeCloseTo(8.008, 6);
  expect(times.end - times.origin).toBeCloseTo(10.01, 6);
});
