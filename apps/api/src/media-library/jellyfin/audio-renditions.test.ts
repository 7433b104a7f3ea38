import { MediaStream } from '@matinee/sources/sources/jellyfin/playback';
import { describe, expect, test } from 'vitest';
import { addAudioRenditions, type AudioTracks } from './playlist.ts';

const track = (Index: number, more: object = {}) =>
  MediaStream.parse({ Type: 'Audio', Index, Codec: 'aac', ...more });

const URL_OF_MASTER = 'http://attic.test/videos/1/master.m3u8?AudioStreamIndex=2&PlaySessionId=5e';
const MASTER = [
  '#EXTM3U',
  '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a"',
  'main.m3u8?DeviceId=d&audiostreamindex=2&PlaySessionId=5e&ApiKey=k',
  '',
].join('\r\n');
const TRACKS = [
  track(1, { DisplayTitle: 'English', Language: 'eng' }),
  track(2, { DisplayTitle: 'Deutsch', Language: 'ger' }),
];

const choose = (more: Partial<AudioTracks> = {}, master = MASTER): string[] =>
  addAudioRenditions(master, {
    url: URL_OF_MASTER,
    tracks: TRACKS,
    defaultIndex: 1,
    ...more,
  }).split('\n');

describe('a playlist with several audio tracks', () => {
  test('lists all, and is itself the muxed one', () => {
    const [, english, german, variant, main] = choose();
    expect(english).toContain('NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,URI="');
    expect(german).toMatch(/NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES$/);
    expect(variant).toBe('#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a",AUDIO="audio"');
    expect(main).toBe('main.m3u8?DeviceId=d&audiostreamindex=2&PlaySessionId=5e&ApiKey=k');
  });

  test('gives each other track its own session', () => {
    const uri = /URI="([^"]+)"/.exec(choose()[1] ?? '')?.[1] ?? '';
    expect(uri).toBe(
      'http://attic.test/videos/1/main.m3u8?DeviceId=da1&PlaySessionId=5ea1&ApiKey=k&AudioStreamIndex=1',
    );
  });

  test('distinguishes tracks of the same name, and removes special characters from names', () => {
    const tracks = [
      track(1, { DisplayTitle: 'A "B"\n#EXT-X-KEY' }),
      track(2),
      track(3, { Language: 'x"y' }),
    ];
    const names = choose({ tracks }).flatMap((line) => /NAME="([^"]*)"/.exec(line)?.[1] ?? []);
    expect(names).toEqual(['A B #EXT-X-KEY', 'Track 2', 'x y']);
    const alike = choose({ tracks: [track(1), track(1)] }).join('\n');
    expect(alike).toContain('NAME="Track 1"');
    expect(alike).toContain('NAME="Track 1 (2)"');
  });
});

describe('a playlist stays unchanged', () => {
  test.each([
    ['with one track', { tracks: TRACKS.slice(0, 1) }, MASTER],
    ['without any', { tracks: [] }, MASTER],
    ['that offers tracks itself', {}, `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a"\r\n${MASTER}`],
    ['that lists segments', {}, '#EXTM3U\n#EXTINF:6,\n0.ts\n'],
    ['that announces a variant and has none', {}, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n'],
  ])('%s', (_what, more, master) => {
    expect(choose(more, master).join('\n')).toBe(master);
  });
});
