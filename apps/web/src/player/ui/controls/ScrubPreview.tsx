import type { CSSProperties } from 'react';

import type { Thumbnail } from '../../engine/engine.ts';
import { thumbnailNear } from '../../features/thumbnails.ts';
import { usePlayerState } from '../../use-player.ts';
import styles from './ScrubBar.module.css';
import { timeText } from './time-text.ts';

/** In pixels: 6rem at the usual size of text. */
const HEIGHT = 96;

/** What is at the second under the pointer: its time, and a picture where there is one. */
export function ScrubPreview({
  seconds,
  place,
}: {
  readonly seconds: number;
  readonly place: number;
}) {
  const shot = usePlayerState((state) => thumbnailNear(state, seconds));
  const width = shot ? (shot.width * HEIGHT) / shot.height : 0;
  const where = { '--place': `${place * 100}%`, '--half': `${width / 2}px` };
  return (
    <span className={styles.point} style={where} aria-hidden>
      {shot && <ThumbnailImage shot={shot} />}
      <span className={styles.time}>{useTimeAt(seconds)}</span>
    </span>
  );
}

/** A live stream has no known beginning, so its times are counted from its edge. */
export function useTimeAt(seconds: number): string {
  const edge = usePlayerState(({ media }) => media.live?.end);
  return edge === undefined ? timeText(seconds) : `\u2212${timeText(edge - seconds)}`;
}

/** Also over the picture, while a finger swipes across it. */
export function ThumbnailImage({ shot }: { readonly shot: Thumbnail }) {
  return <span className={styles.picture} style={pictureOf(shot)} data-at={shot.at} />;
}

/** An area of a sheet has the size of the area; zooming it keeps the sheet's pixels. */
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
