import { guessRow } from './grid-shape.ts';
import { Skeleton, SkeletonGroup } from './Skeleton.tsx';
import styles from './CarouselSkeleton.module.css';

/** As many as the window shows. */
const cards = (): number[] => Array.from({ length: guessRow(innerWidth) }, (_, index) => index);

/** A row on its way, as high as it will be. */
export function CarouselSkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles.row} aria-hidden>
        {cards().map((index) => (
          <div key={index} className={styles.item}>
            <Skeleton shape="poster" />
            <span className={styles.text}>
              <Skeleton shape="line" />
              <Skeleton shape="shortLine" />
            </span>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
