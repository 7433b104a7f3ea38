import styles from './Beam.module.css';

/** The light of the projector, from above; an ornament, and a faint one where results lead. */
export function Beam({ isFaint }: { readonly isFaint: boolean }) {
  return (
    <div className={styles.beam} data-faint={isFaint} aria-hidden>
      <span className={styles.cone} />
      <span className={styles.dust} />
    </div>
  );
}
