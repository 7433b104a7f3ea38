import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unpack } from './unpack.ts';

test.each(['srt', 'vtt', 'ass', 'ssa', 'sub', 'smi', 'sami', 'sbv', 'lrc', 'txt'])(
  'a subtitle in %s is extracted from its archive',
  async (ending) => {
    const words = strToU8('what is said');
    const archive = zipSync({ 'readme.nfo': strToU8('made by somebody'), [`a.${ending}`]: words });
    const found = await unpack(archive, { maxBytes: 1_000 });
    expect(Buffer.from(found).toString()).toBe('what is said');
  },
);

test('a note in an archive is not taken for the subtitle', async () => {
  const files = { 'readme.txt': strToU8('made by somebody'), 'a.srt': strToU8('what is said') };
  const found = await unpack(zipSync(files), { maxBytes: 1_000 });
  expect(Buffer.from(found).toString()).toBe('what is said');
});
