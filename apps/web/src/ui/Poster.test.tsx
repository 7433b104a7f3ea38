// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Poster, posterFallback } from './Poster.tsx';

afterEach(cleanup);

test('a poster shows its title until its image loads, and when it fails', () => {
  const { container } = render(<Poster title="Charade" src="/charade.jpg" />);
  const image = container.querySelector('img');
  expect(container.textContent).toBe('Charade');
  expect(image?.dataset.state).toBe('loading');
  if (image) fireEvent.error(image);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('Charade');
});

test('a title always has the same fallback', () => {
  expect(posterFallback('Sintel')).toEqual(posterFallback('Sintel'));
});

test('similar titles have different colors', () => {
  const hues = ['Night 1', 'Night 2', 'Night 3', 'Night 4'].map(
    (title) => posterFallback(title).hue,
  );
  expect(new Set(hues).size).toBe(4);
});

test('hues and highlights stay within their ranges', () => {
  const faces = Array.from({ length: 400 }, (_, index) => posterFallback(`Film number ${index}`));
  for (const { hue, light } of faces) {
    expect(hue).toBeGreaterThanOrEqual(0);
    expect(hue).toBeLessThan(360);
    expect(light).toBeGreaterThanOrEqual(15);
    expect(light).toBeLessThanOrEqual(85);
  }
  expect(new Set(faces.map(({ hue }) => hue)).size).toBeGreaterThan(180);
});

test('the longest word limits the font size', () => {
  expect(posterFallback('Up').letters).toBeGreaterThan(posterFallback('Koyaanisqatsi').letters);
  expect(posterFallback('Koyaanisqatsi').letters * 13 * 0.62).toBeLessThanOrEqual(82.1);
});

test('long titles get a small but legible font size', () => {
  const { letters } = posterFallback(
    'Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb',
  );
  expect(letters).toBeLessThan(posterFallback('Dr. Strangelove').letters);
  expect(letters).toBeGreaterThanOrEqual(7.5);
});

test('many titles share few font sizes', () => {
  const lengths = Array.from({ length: 200 }, (_, index) => 1 + (index % 40));
  const titles = lengths.map((length, index) => `${'a'.repeat(length)} ${'b'.repeat(index % 9)}`);
  const sizes = new Set(titles.map((title) => posterFallback(title).letters));
  expect(sizes.size).toBeGreaterThan(4);
  expect(sizes.size).toBeLessThanOrEqual(7);
});

test('an empty title has a fallback', () => {
  expect(Number.isFinite(posterFallback('').letters)).toBe(true);
});
