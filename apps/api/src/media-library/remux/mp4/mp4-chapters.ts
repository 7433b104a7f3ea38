// Chapters of MP4 and QuickTime files: a Nero chapter list, or a text track that another track refers to.
import { MAX_CHAPTERS, type Chapter } from '@matinee/shared/media/timeline';
import { boxAt, boxesIn, bytesOf, type Mp4Box, type BytesOfFile } from './mp4-boxes.ts';
import { readTextSamples } from './mp4-text.ts';

const MAX_LIST_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 1024;
/** The list counts in units of 100 ns. */
const TICKS_PER_SECOND = 10_000_000;

/** Times are seconds of the playback. */
export async function readMp4Chapters(file: BytesOfFile): Promise<readonly Chapter[]> {
  const movie = await boxAt(file, { start: 0, end: file.size }, 'moov');
  if (!movie) return [];
  const list = await boxAt(file, movie, 'udta', 'chpl');
  const listed = chaptersIn(await bytesOf(file, list, MAX_LIST_BYTES));
  // The list stores its count in one byte. At 255 it may be truncated.
  return listed.length > 0 && listed.length < 255 ? listed : await chaptersOfTrack(file, movie);
}

function chaptersIn(list: Buffer): readonly Chapter[] {
  const chapters: Chapter[] = [];
  // Skip a reserved field before the count.
  let at = (list[0] === 1 ? 8 : 4) + 1;
  const count = list[at - 1] ?? 0;
  while (chapters.length < count && at + 9 <= list.length) {
    const end = at + 9 + (list[at + 8] ?? 0);
    const start = Number(list.readBigUInt64BE(at)) / TICKS_PER_SECOND;
    chapters.push({ start, title: list.toString('utf8', at + 9, end) });
    at = end;
  }
  return chapters;
}

async function chaptersOfTrack(file: BytesOfFile, movie: Mp4Box): Promise<readonly Chapter[]> {
  const tracks = (await boxesIn(file, movie)).filter(({ type }) => type === 'trak');
  const ids = new Map<number, Mp4Box>();
  let wanted: number | undefined;
  for (const track of tracks) {
    const content = async (...path: readonly string[]) =>
      await bytesOf(file, await boxAt(file, track, ...path), MAX_HEADER_BYTES);
    const header = await content('tkhd');
    const at = header[0] === 1 ? 20 : 12;
    if (header.length >= at + 4) ids.set(header.readUInt32BE(at), track);
    const reference = await content('tref', 'chap');
    if (reference.length >= 4) wanted ??= reference.readUInt32BE(0);
  }
  const track = wanted === undefined ? undefined : ids.get(wanted);
  const samples = track ? await readTextSamples(file, track, MAX_CHAPTERS) : [];
  return samples.map(({ start, text }) => ({ start, title: text }));
}
