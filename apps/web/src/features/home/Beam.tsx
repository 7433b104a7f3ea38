import { lazy, Suspense, useDeferredValue } from 'react';
import styles from './Beam.module.css';

const AFTER_MS = 5_000;

/** An ornament comes after what people came for, such as pictures; one that does not come is not missed. */
const Lightbar = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
  return {
    default: await import('./lightbar/Lightbar.tsx').then(
      (loaded) => loaded.Lightbar,
      () => () => null,
    ),
  };
});

/** The light of the projector, from above; an ornament, and a faint one where results lead. */
export function Beam({ isFaint }: { readonly isFaint: boolean }) {
  // After the page it shines on, whose first frame is long enough.
  const isLit = useDeferredValue(true, false);
  return (
    <div className={styles.beam} data-faint={isFaint} aria-hidden>
      {isLit && (
        <>
          <span className={styles.cone} />
          <span className={styles.dust} />
          <Suspense>
            <Lightbar />
          </Suspense>
        </>
      )}
    </div>
  );
}
