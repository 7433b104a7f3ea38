import { parseText } from 'media-captions';

import type { Thumbnail } from '../engine/thumbnail.ts';

const AREA = /#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/;

/** A WebVTT file whose cues name areas of sheets (`sheet.jpg#xywh=160,0,160,90`), sorted by time. */
export async function parseThumbnailTrack(text: string, base: string): Promise<Thumbnail[]> {
  const { cues } = await parseText(text, { type: 'vtt' });
  return cues
    .flatMap(({ startTime, endTime, text: place }) => {
      const area = AREA.exec(place.trim());
      const url = sheetUrl(place, base);
      if (!area || !url) return [];
      const [x = 0, y = 0, width = 0, height = 0] = area.slice(1).map(Number);
      if (width === 0 || height === 0) return [];
      return [{ at: (startTime + endTime) / 2, url, width, height, offset: { x, y } }];
    })
    .toSorted((one, other) => one.at - other.at);
}

function sheetUrl(place: string, base: string): string | undefined {
  const path = place.trim().replace(/#.*$/, '');
  if (!URL.canParse(path, base)) return undefined;
  const { protocol, href } = new URL(path, base);
  return /^https?:$/.test(protocol) ? href : undefined;
}
