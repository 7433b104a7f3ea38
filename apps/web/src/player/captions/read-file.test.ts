import { expect, test } from 'vitest';

import { webVttOfFile } from './read-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a file in another format becomes WebVTT', async () => {
  const vtt = await webVttOfFile(bytes('{24}{48}Hello|there'), 'film.sub');
  expect(vtt).toMatch(/^WEBVTT\n\n00:00:01\.001 --> 00:00:02\.002\nHello\nthere/);
});

test('the name of a file helps to detect its encoding', async () => {
  const turkish = Uint8Array.from([
    ...bytes('1\n00:00:01,000 --> 00:00:02,000\n'),
    0xde,
    0x65,
    0x79,
    0x20,
    0xfd,
    0x73,
    0xfd,
  ]);
  expect(await webVttOfFile(turkish, 'film.tr.srt')).toContain('Şey ısı');
});

test.each([
  [' \n', 'Given text is empty'],
  ['Once upon a time', 'Invalid subtitle format'],
  ['\0\0\0\0', 'Invalid subtitle format'],
])('a file of %j is rejected: %s', async (text, message) => {
  await expect(webVttOfFile(bytes(text), 'x.srt')).rejects.toThrow(message);
});
