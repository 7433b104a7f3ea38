import { qualityOfHeight, type FileStream, type Quality } from '@matinee/shared/media/stream';
import { FORMATS, type PlayableFile, type Recording } from './recordings.ts';

/** Uploads of this format may hold MPEG-4 Part 2, which browsers do not play: taken only for want of better. */
const UNSURE = 'mpeg4';

export function qualitiesOf(
  work: Recording,
  urlOf: (name: string) => string,
): FileStream['qualities'] {
  const isSure = work.files.some(({ format }) => format.startsWith('h.264'));
  const files = work.files
    .filter(({ format }) => !isSure || format !== UNSURE)
    .toSorted((a, b) => rank(a) - rank(b) || (a.bytes ?? 0) - (b.bytes ?? 0));
  const qualities: FileStream['qualities'] = {};
  for (const file of files) {
    qualities[qualityOf(file)] ??= { type: 'mp4', url: urlOf(file.name) };
  }
  return qualities;
}

function rank({ format }: PlayableFile): number {
  const place = FORMATS.findIndex((each) => each === format);
  return place < 0 ? FORMATS.length : place;
}

function qualityOf({ height, format, name }: PlayableFile): Quality {
  if (height !== undefined) return qualityOfHeight(height);
  const told = /(\d{3,4})p\b/i.exec(`${format} ${name.replaceAll('_', ' ')}`)?.[1];
  if (told !== undefined) return qualityOfHeight(Number(told));
  return format === '512kb mpeg4' ? '360' : 'unknown';
}
