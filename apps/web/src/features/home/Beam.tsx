import styles from './Beam.module.css';

/** The light of the projector, from above; an ornament. */
export function Beam() {
  return (
    <div className={styles.beam} aria-hidden>
      <span className={styles.cone} />
      <span className={styles.dust} />
    </div>
  );
}
