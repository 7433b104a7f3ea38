import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CaptionTrack } from '@matinee/shared/media/stream';
import { createFakeWindow } from '#data/streams/extension/testing/fake-extension.ts';
import { sessionStore } from '#data/session.ts';
import { captionImages, captionText } from './fetch-caption.ts';

const requested: string[] = [];
let responses: Record<string, () => Response> = {};
const HELLO = { success: true, version: '1.1.3', allowed: true, hasPermission: true };
/** The extension's response to each request; without one it has no permission here. */
let extension: ((url: string) => unknown) | undefined;

beforeEach(() => {
  requested.length = 0;
  extension = undefined;
  const { window } = createFakeWindow(({ name, body }) => {
    if (name === 'hello') return { ...HELLO, allowed: extension !== undefined };
    return extension?.(Object(body).url);
  });
  vi.stubGlobal('window', window);
  sessionStore.setState({ proxySet: ['https://one.example/p', 'https://two.example/p'] });
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    const answer = Object.entries(responses).find(([start]) => url.startsWith(start))?.[1];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStore.setState(sessionStore.getInitialState(), true);
});

const signal = new AbortController().signal;
const track = (url: string, hasCorsRestrictions: boolean): CaptionTrack => ({
  id: url,
  type: 'vtt',
  url,
  hasCorsRestrictions,
  language: 'en',
});
const ok = (text: string) => () => new Response(text);

test('captions with CORS are fetched directly, once', async () => {
  responses = { 'https://films.example/a.vtt': ok('WEBVTT') };
  const free = track('https://films.example/a.vtt', false);
  expect(await captionText(free, signal)).toBe('WEBVTT');
  expect(await captionText(free, signal)).toBe('WEBVTT');
  expect(requested).toEqual(['https://films.example/a.vtt']);
});

test('restricted captions are fetched through a proxy, with their complete address', async () => {
  responses = { 'https://one.example': ok('WEBVTT'), 'https://two.example': ok('WEBVTT') };
  await captionText(track('https://films.example/b.vtt?x=1&y=2', true), signal);
  expect(requested[0]).toMatch(
    /^https:\/\/(one|two)\.example\/p\?destination=https%3A%2F%2Ffilms\.example%2Fb\.vtt%3Fx%3D1%26y%3D2$/,
  );
});

test('image subtitles are fetched unchanged, through a proxy if necessary, and once', async () => {
  const bytes = Uint8Array.of(0x50, 0x47, 0xff, 0);
  const image = () => new Response(bytes);
  responses = { 'https://films.example': image, 'https://one.example': image };
  responses['https://two.example'] = image;
  expect(await captionImages(track('https://films.example/a.sup', false), signal)).toEqual(bytes);
  const restricted = track('https://films.example/b.sup', true);
  expect(await captionImages(restricted, signal)).toEqual(bytes);
  expect(await captionImages(restricted, signal)).toEqual(bytes);
  expect(requested).toHaveLength(2);
  expect(requested[1]).toMatch(/\/p\?destination=https%3A%2F%2Ffilms\.example%2Fb\.sup$/);
  responses = { 'https://films.example': () => new Response('', { status: 404 }) };
  await expect(captionImages(track('https://films.example/c.sup', false), signal)).rejects.toThrow(
    'failed to get caption data',
  );
});

test('a proxy that is unreachable passes the request on to the other', async () => {
  responses = { 'https://two.example': ok('from two') };
  const text = (name: string) => captionText(track(`https://films.example/${name}`, true), signal);
  expect(await text('c')).toBe('from two');
  expect(await text('d')).toBe('from two');
  expect(requested.some((url) => url.startsWith('https://one.example'))).toBe(true);
});

test('restricted captions are fetched through the extension if it is available', async () => {
  const response = { statusCode: 200, headers: {}, finalUrl: '', body: 'WEBVTT' };
  extension = (url) => ({ success: true, response: { ...response, body: `WEBVTT of ${url}` } });
  const url = 'https://films.example/h.vtt';
  expect(await captionText(track(url, true), signal)).toBe(`WEBVTT of ${url}`);
  extension = () => ({ success: true, response: { ...response, statusCode: 404 } });
  const gone = captionText(track('https://films.example/i.vtt', true), signal);
  await expect(gone).rejects.toThrow('failed to get caption data');
  expect(requested).toEqual([]);
});

test.each([
  ['that fails', { success: false, error: 'Failed to fetch' }],
  ['that returns something else', { success: true, response: 'WEBVTT' }],
])('an extension %s falls back to a proxy', async (what, answer) => {
  extension = () => answer;
  responses = { 'https://one.example': ok('WEBVTT'), 'https://two.example': ok('WEBVTT') };
  const url = `https://films.example/${what}.vtt`;
  expect(await captionText(track(url, true), signal)).toBe('WEBVTT');
  expect(requested).toHaveLength(1);
});

test('an error page is not shown as captions, and the next request tries again', async () => {
  responses = { 'https://films.example': () => new Response('<h1>Gone</h1>', { status: 404 }) };
  const gone = track('https://films.example/e.vtt', false);
  await expect(captionText(gone, signal)).rejects.toThrow('failed to get caption data');
  responses = { 'https://films.example': ok('WEBVTT') };
  expect(await captionText(gone, signal)).toBe('WEBVTT');
});

test('without a proxy the error says so', async () => {
  sessionStore.setState({ proxySet: [] });
  await expect(captionText(track('https://films.example/f.vtt', true), signal)).rejects.toThrow(
    'No proxy is set up',
  );
});

test('an aborted request is not repeated elsewhere', async () => {
  const choice = new AbortController();
  responses = {
    'https://': () => {
      choice.abort();
      throw new TypeError('aborted');
    },
  };
  const load = captionText(track('https://films.example/g.vtt', true), choice.signal);
  await expect(load).rejects.toMatchObject({ name: 'AbortError' });
  expect(requested).toHaveLength(1);
});
