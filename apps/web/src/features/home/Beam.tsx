import { lazy, Suspense } from 'react';
import styles from './Beam.module.css';

const Lightbar = lazy(async () => {
  const { Lightbar: component } = await import('./lightbar/Lightbar.tsx');
  return { default: component };
});

/** The light of the projector, from above; an ornament, and a faint one where results lead. */
export function Beam({ isFaint }: { readonly isFaint: boolean }) {
  return (
    <div className={styles.beam} data-faint={isFaint} aria-hidden>
      <span className={styles.cone} />
      <span className={styles.dust} />
      <Suspense>
        <Lightbar />
      </Suspense>
    </div>
  );
}
