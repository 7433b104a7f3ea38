import { expect, test } from 'vitest';

import { castCaption, covers, isSameCaption } from './captions.ts';
import type { TimedText } from './captions.ts';

const talk = (cues: TimedText['cues']): TimedText => ({ language: 'he', label: 'Hebrew', cues });
const cue = (startTime: number, text: string) => ({ startTime, endTime: startTime + 2, text });
const read = (url: string) => {
  const [head = '', body = ''] = url.split(',');
  expect(head).toBe('data:text/vtt;charset=utf-8;base64');
  return new TextDecoder().decode(Uint8Array.from(atob(body), (c) => c.charCodeAt(0)));
};

test('the WebVTT keeps order and script, and nothing in it ends a cue early', () => {
  const { url } = castCaption(talk([cue(3_661.5, 'שלום\n\n\nעולם'), cue(1, ' Hi ')]), 0);
  expect(read(url)).toBe(
    'WEBVTT\n\n00:01.000 --> 00:03.000\nHi\n\n01:01:01.500 --> 01:01:03.500\nשלום\nעולם\n\n',
  );
});

test('short captions cover the whole movie', () => {
  const caption = castCaption(talk([cue(1, 'a'), cue(5_000, 'b')]), 0);
  expect(caption).toMatchObject({ from: 0, until: Number.POSITIVE_INFINITY });
});

test('long captions fit the message, and cover the time until they were cut', () => {
  const long = talk(Array.from({ length: 3_000 }, (_, at) => cue(at * 3, `line ${at} `.repeat(6))));
  const first = castCaption(long, 0);
  expect(first.url.length).toBeLessThan(49_000);
  expect(covers(first, 100)).toBe(true);
  expect(covers(first, first.until)).toBe(false);
  const next = castCaption(long, first.until);
  expect(next.from).toBe(first.until - 60);
  expect(next.until).toBeGreaterThan(first.until);
  expect(covers(next, first.until - 61)).toBe(false);
  expect(isSameCaption(next, long)).toBe(true);
  expect(isSameCaption(next, talk(long.cues.slice(0, 5)))).toBe(false);
});

test('the same words in another language are a different caption', () => {
  const one = talk([cue(1, 'a')]);
  expect(isSameCaption(castCaption(one, 0), { ...one, language: 'en' })).toBe(false);
});
