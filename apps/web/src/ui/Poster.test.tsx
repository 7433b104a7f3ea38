// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Poster, posterFallback } from './Poster.tsx';

afterEach(cleanup);

test('a poster says its title until its picture has come, and when it does not come', () => {
  const { container } = render(<Poster title="Charade" src="/charade.jpg" />);
  const picture = container.querySelector('img');
  expect(container.textContent).toBe('Charade');
  expect(picture?.dataset.state).toBe('loading');
  if (picture) fireEvent.error(picture);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('Charade');
});

test('a title always has the same face', () => {
  expect(posterFallback('Sintel')).toEqual(posterFallback('Sintel'));
});

test('titles that begin alike do not look alike', () => {
  const hues = ['Night 1', 'Night 2', 'Night 3', 'Night 4'].map(
    (title) => posterFallback(title).hue,
  );
  expect(new Set(hues).size).toBe(4);
});

test('colours and lights of many titles stay within the poster', () => {
  const faces = Array.from({ length: 400 }, (_, index) => posterFallback(`Film number ${index}`));
  for (const { hue, light } of faces) {
    expect(hue).toBeGreaterThanOrEqual(0);
    expect(hue).toBeLessThan(360);
    expect(light).toBeGreaterThanOrEqual(15);
    expect(light).toBeLessThanOrEqual(85);
  }
  expect(new Set(faces.map(({ hue }) => hue)).size).toBeGreaterThan(180);
});

test('the longest word decides how large the letters may be', () => {
  expect(posterFallback('Up').letters).toBeGreaterThan(posterFallback('Koyaanisqatsi').letters);
  expect(posterFallback('Koyaanisqatsi').letters * 13 * 0.62).toBeLessThanOrEqual(82.1);
});

test('long titles get small letters that can still be read', () => {
  const { letters } = posterFallback(
    'Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb',
  );
  expect(letters).toBeLessThan(posterFallback('Dr. Strangelove').letters);
  expect(letters).toBeGreaterThanOrEqual(7.5);
});

test('letters of many titles have few sizes', () => {
  const lengths = Array.from({ length: 200 }, (_, index) => 1 + (index % 40));
  const titles = lengths.map((length, index) => `${'a'.repeat(length)} ${'b'.repeat(index % 9)}`);
  const sizes = new Set(titles.map((title) => posterFallback(title).letters));
  expect(sizes.size).toBeGreaterThan(4);
  expect(sizes.size).toBeLessThanOrEqual(7);
});

test('even nothing has a face', () => {
  expect(Number.isFinite(posterFallback('').letters)).toBe(true);
});
