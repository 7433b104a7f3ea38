import type { ReactNode } from 'react';
import { CardGrid } from './CardGrid.tsx';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly shape: 'poster' | 'line' | 'shortLine' | 'row';
}

/** Placeholder for content that is loading. */
export function Skeleton({ shape }: SkeletonProps) {
  return <span className={styles.skeleton} data-shape={shape} aria-hidden />;
}

/** Animates all skeletons in it together. */
export function SkeletonGroup({ children }: { readonly children: ReactNode }) {
  return <div className={styles.group}>{children}</div>;
}

/** The size of a Card. */
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
