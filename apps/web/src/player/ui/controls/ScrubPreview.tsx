import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

import type { Thumbnail } from '../../engine/engine.ts';
import { chapterAt } from '../../features/timeline.ts';
import { thumbnailNear } from '../../features/thumbnails.ts';
import { usePlayerState } from '../../use-player.ts';
import styles from './ScrubBar.module.css';
import { timeText } from './time-text.ts';

/** Pixels: 6rem at the default font size. */
const HEIGHT = 96;

/** Shows the time under the pointer, with a thumbnail if there is one. */
export function ScrubPreview({
  seconds,
  place,
}: {
  readonly seconds: number;
  readonly place: number;
}) {
  const thumbnail = usePlayerState((state) => thumbnailNear(state, seconds));
  const chapter = usePlayerState((state) => chapterAt(state, seconds)?.title);
  const width = thumbnail ? (thumbnail.width * HEIGHT) / thumbnail.height : 0;
  const where = { '--place': `${place * 100}%`, '--half': `${width / 2}px` };
  return (
    <span className={styles.point} style={where} aria-hidden>
      {thumbnail && <ThumbnailImage thumbnail={thumbnail} />}
      {chapter && (
        <span className={styles.chapter} dir="auto">
          {chapter}
        </span>
      )}
      <span className={styles.time}>{useTimeAt(seconds)}</span>
    </span>
  );
}

/** Live streams count from their edge, because they have no known start. */
export function useTimeAt(seconds: number): string {
  const { language } = useTranslation().i18n;
  const edge = usePlayerState(({ media }) => media.live?.end);
  return edge === undefined
    ? timeText(seconds, language)
    : `\u2212${timeText(edge - seconds, language)}`;
}

export function ThumbnailImage({ thumbnail }: { readonly thumbnail: Thumbnail }) {
  return <span className={styles.picture} style={pictureOf(thumbnail)} data-at={thumbnail.at} />;
}

/** Zooms a sprite area to its height, so that the sheet keeps its own pixels. */
function pictureOf({ url, width, height, offset }: Thumbnail): CSSProperties {
  const { x, y } = offset ?? { x: 0, y: 0 };
  return {
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundPosition: `${-x}px ${-y}px`,
    inlineSize: width,
    blockSize: height,
    zoom: HEIGHT / height,
  };
}
