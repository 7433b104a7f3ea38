import { describe, expect, test } from 'vitest';

import { chooseVariant, readPlaylistInfo } from './source.ts';

const AT = 'https://films.test/a/master.m3u8';
const never = new AbortController().signal;

const facts = (files: Readonly<Record<string, string>>, signal = never) =>
  readPlaylistInfo(AT, signal, (url) => {
    const text = files[url.replace('https://films.test/', '')];
    return text === undefined ? Promise.reject(new Error('404')) : Promise.resolve(text);
  });

const piece = (name: string) => `#EXTM3U\n#EXTINF:4,\n${name}\n`;
const level = (size: string, url: string) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=${size}\n\n${url}\n`;
const LADDER = `#EXTM3U\n${level('640x360', 'low/i.m3u8')}${level('1920x800', '../b/i.m3u8')}`;

describe('the segment format', () => {
  test.each([
    ['seg-1.ts', 'mpeg2_ts', 'ts'],
    ['https://cdn.test/1.TS?x=1', 'mpeg2_ts', 'ts'],
    ['1.m4s', 'fmp4', 'fmp4'],
    ['1', undefined, undefined],
  ])('%s', async (name, video, audio) => {
    expect(await facts({ 'a/master.m3u8': piece(name) })).toMatchObject({ video, audio });
  });

  test('an init segment counts before a file extension', async () => {
    const text = `#EXTM3U\n#EXT-X-MAP:URI="init"\n${piece('1.ts')}`;
    expect(await facts({ 'a/master.m3u8': text })).toMatchObject({ video: 'fmp4', audio: 'fmp4' });
  });

  test('of a master playlist is that of its first level, and of its audio', async () => {
    const voices = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="v",URI="de/i.m3u8"\n';
    const found = await facts({
      'a/master.m3u8': LADDER.replace('#EXTM3U\n', `#EXTM3U\n${voices}`),
      'a/low/i.m3u8': piece('1.ts'),
      'a/de/i.m3u8': piece('1.aac'),
    });
    expect(found).toEqual({ variants: [], video: 'mpeg2_ts', audio: 'aac' });
  });

  test('of an unreadable playlist is unknown', async () => {
    expect(await facts({})).toEqual({ variants: [], video: undefined, audio: undefined });
    await expect(facts({}, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });
});

describe('a resolution', () => {
  const ladder = () => facts({ 'a/master.m3u8': LADDER, 'a/low/i.m3u8': piece('1.ts') });

  test('that was chosen plays alone, or the nearest one', async () => {
    const { variants } = await ladder();
    expect(variants.map(({ size }) => size)).toEqual(['1080', '360']);
    expect(chooseVariant(await ladder(), '720')?.url).toBe('https://films.test/a/low/i.m3u8');
    expect(chooseVariant(await ladder(), '1080')?.url).toBe('https://films.test/b/i.m3u8');
  });

  test('without a choice is the complete playlist, and the television decides', async () => {
    expect(chooseVariant(await ladder(), 'auto')).toBeUndefined();
    expect(chooseVariant(await ladder(), 'auto-4k')).toBeUndefined();
  });
});
