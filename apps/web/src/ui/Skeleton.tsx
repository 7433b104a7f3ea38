import type { ReactNode } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  readonly shape: 'poster' | 'line' | 'shortLine' | 'row';
}

/** Holds the place of what is on its way. */
export function Skeleton({ shape }: SkeletonProps) {
  return <span className={styles.skeleton} data-shape={shape} aria-hidden />;
}

/** What is on its way together. */
export function SkeletonGroup({ children }: { readonly children: ReactNode }) {
  return <div className={styles.group}>{children}</div>;
}
