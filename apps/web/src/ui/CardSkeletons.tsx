import { CardGrid } from './CardGrid.tsx';
import { Skeleton, SkeletonGroup } from './Skeleton.tsx';
import styles from './CardSkeletons.module.css';

/** As many cards on their way, in the size that they will have. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <SkeletonGroup>
      <CardGrid>
        {Array.from({ length: count }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </CardGrid>
    </SkeletonGroup>
  );
}

function CardSkeleton() {
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
