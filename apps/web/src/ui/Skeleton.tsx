import type { ReactNode } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly shape: 'poster' | 'line' | 'shortLine' | 'row';
  /** For what comes within a few frames. */
  readonly isStill?: boolean;
}

/** Holds the place of what is on its way. */
export function Skeleton({ shape, isStill = false }: SkeletonProps) {
  return <span className={styles.skeleton} data-shape={shape} data-still={isStill} aria-hidden />;
}

/** What is on its way together. */
export function SkeletonGroup({ children }: { readonly children: ReactNode }) {
  return <div className={styles.group}>{children}</div>;
}
