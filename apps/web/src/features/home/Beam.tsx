import { lazy, Suspense } from 'react';
import styles from './Beam.module.css';

/** An ornament that does not come is not missed. */
const Lightbar = lazy(async () => ({
  default: await import('./lightbar/Lightbar.tsx').then(
    (loaded) => loaded.Lightbar,
    () => () => null,
  ),
}));

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
