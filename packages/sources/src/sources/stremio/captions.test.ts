import { expect, test } from 'vitest';
import { captionsOf, captionTracks } from './addon-streams.ts';

const FORMATS = ['srt', 'vtt', 'ass', 'ssa', 'smi', 'sami', 'sub', 'sbv', 'lrc', 'sup'];
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'ja'];
const SUBTITLES = FORMATS.map((format, at) => ({
  url: `https://subs.test/a.${format}?x=1`,
  lang: LANGUAGES[at] ?? '',
}));
const IMAGES = {
  id: 'image-ja',
  type: 'pgs',
  url: 'https://subs.test/a.sup?x=1',
  language: 'ja',
  hasCorsRestrictions: true,
};

test('captions in supported formats are passed on, and image subtitles separately', () => {
  const { captions, imageCaptions } = captionTracks(SUBTITLES);
  expect(captions.map(({ url, type }) => `${type} ${url}`)).toEqual(
    FORMATS.slice(0, -1).map(
      (format) => `${format === 'vtt' ? 'vtt' : 'srt'} https://subs.test/a.${format}?x=1`,
    ),
  );
  expect(imageCaptions).toEqual([IMAGES]);
});

test('captions in unsupported formats are left out', () => {
  const subtitles = ['idx', 'zip', 'ttml'].map((ending) => ({
    url: `https://subs.test/a.${ending}`,
    lang: 'en',
  }));
  expect(captionTracks(subtitles)).toEqual({ captions: [], imageCaptions: [] });
});

test('a stream has image subtitles only if there are some', () => {
  const none = captionTracks([]);
  expect(captionsOf([], none)).toEqual({ captions: [] });
  expect(captionsOf([], captionTracks(SUBTITLES)).imageCaptions).toEqual([IMAGES]);
});
