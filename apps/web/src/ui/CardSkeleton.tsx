import { Skeleton } from './Skeleton.tsx';
import styles from './CardSkeleton.module.css';

/** A card on its way, in the size that it will have. */
export function CardSkeleton({ isStill = false }: { readonly isStill?: boolean }) {
  return (
    <>
      <Skeleton shape="poster" isStill={isStill} />
      <span className={styles.text}>
        <Skeleton shape="line" isStill={isStill} />
        <Skeleton shape="shortLine" isStill={isStill} />
      </span>
    </>
  );
}
