import { Skeleton } from './Skeleton.tsx';
import styles from './CardSkeleton.module.css';

/** A card on its way, in the size that it will have. */
export function CardSkeleton() {
  return (
    <>
      <Skeleton shape="poster" />
      <span className={styles.text}>
        <Skeleton shape="line" />
        <Skeleton shape="shortLine" />
      </span>
    </>
  );
}
