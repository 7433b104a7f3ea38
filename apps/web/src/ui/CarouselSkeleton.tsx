import { Skeleton } from './Skeleton.tsx';
import styles from './CarouselSkeleton.module.css';

const CARDS = Array.from({ length: 12 }, (_, index) => index);

/** A row on its way, as high as it will be. */
export function CarouselSkeleton() {
  return (
    <div className={styles.row} aria-hidden>
      {CARDS.map((index) => (
        <div key={index} className={styles.item}>
          <Skeleton shape="poster" />
          <span className={styles.text}>
            <Skeleton shape="line" />
            <Skeleton shape="shortLine" />
          </span>
        </div>
      ))}
    </div>
  );
}
