import { MAX_CHAPTERS, type Chapter, type Timeline } from '@matinee/shared/media/timeline';
import { IsobmffInputFormat } from 'mediabunny';
import type { DetectedSegments } from '#media-library/segments/segment-rows.ts';
import { readMatroskaChapters } from './matroska/matroska-chapters.ts';
import type { MatroskaHead } from './matroska/matroska-head.ts';
import type { MediaInput } from './input/media-input.ts';
import { readMp4Chapters } from './mp4/mp4-chapters.ts';

/** Times are seconds of the file. */
export async function readChapters(
  media: MediaInput,
  head: MatroskaHead | undefined,
): Promise<readonly Chapter[]> {
  if (head) return await readMatroskaChapters(media, head);
  const isMp4 =
    (await media.input.canRead()) && (await media.input.getFormat()) instanceof IsobmffInputFormat;
  return isMp4 ? await readMp4Chapters(media) : [];
}

const MAX_TITLE = 200;

/** `origin`: the time of the file at which the playback begins. */
export function timelineOf(
  chapters: readonly Chapter[],
  { origin, duration }: { readonly origin: number; readonly duration: number },
): Timeline {
  const byStart = new Map(
    chapters
      .map(({ start, title }) => ({
        start: Math.max(0, start - origin),
        title: title
          .replaceAll(/[\s\p{Cc}]+/gu, ' ')
          .trim()
          .slice(0, MAX_TITLE),
      }))
      .filter(({ start }) => start < duration)
      .map((chapter) => [chapter.start, chapter]),
  );
  const sorted = [...byStart.values()].toSorted((a, b) => a.start - b.start);
  return { duration, ...(sorted.length > 0 && { chapters: sorted.slice(0, MAX_CHAPTERS) }) };
}

/** Adds detected segments if equal durations show that they belong to the same cut. */
export function withSegments(timeline: Timeline, detected: DetectedSegments | undefined): Timeline {
  const { duration = 0 } = timeline;
  const isSame = detected && Math.abs(detected.duration - duration) <= duration * 0.02;
  return isSame ? { ...timeline, segments: [...detected.segments] } : timeline;
}
