import { expect, test } from 'vitest';
import { posterFace } from './poster-fallback.ts';

test('a title always has the same face', () => {
  expect(posterFace('Sintel')).toEqual(posterFace('Sintel'));
});

test('titles that begin alike do not look alike', () => {
  const hues = ['Night 1', 'Night 2', 'Night 3', 'Night 4'].map((title) => posterFace(title).hue);
  expect(new Set(hues).size).toBe(4);
});

test('colours and lights of many titles stay within the poster', () => {
  const faces = Array.from({ length: 400 }, (_, index) => posterFace(`Film number ${index}`));
  for (const { hue, light } of faces) {
    expect(hue).toBeGreaterThanOrEqual(0);
    expect(hue).toBeLessThan(360);
    expect(light).toBeGreaterThanOrEqual(15);
    expect(light).toBeLessThanOrEqual(85);
  }
  expect(new Set(faces.map(({ hue }) => hue)).size).toBeGreaterThan(180);
});

test('the longest word decides how large the letters may be', () => {
  expect(posterFace('Up').letters).toBeGreaterThan(posterFace('Koyaanisqatsi').letters);
  expect(posterFace('Koyaanisqatsi').letters * 13 * 0.62).toBeLessThanOrEqual(82.1);
});

test('long titles get small letters that can still be read', () => {
  const { letters } = posterFace(
    'Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb',
  );
  expect(letters).toBeLessThan(posterFace('Dr. Strangelove').letters);
  expect(letters).toBeGreaterThanOrEqual(7.5);
});

test('letters of many titles have few sizes', () => {
  const lengths = Array.from({ length: 200 }, (_, index) => 1 + (index % 40));
  const titles = lengths.map((length, index) => `${'a'.repeat(length)} ${'b'.repeat(index % 9)}`);
  const sizes = new Set(titles.map((title) => posterFace(title).letters));
  expect(sizes.size).toBeGreaterThan(4);
  expect(sizes.size).toBeLessThanOrEqual(7);
});

test('even nothing has a face', () => {
  expect(Number.isFinite(posterFace('').letters)).toBe(true);
});
