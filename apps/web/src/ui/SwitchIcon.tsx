import styles from './SwitchIcon.module.css';

/** How on and off look; what is switched says it in words. */
export function SwitchIcon({ isOn }: { readonly isOn: boolean }) {
  return <span className={styles.track} data-on={isOn || undefined} aria-hidden />;
}
