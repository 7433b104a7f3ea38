import { useAttached } from '#lib/use-attached.ts';
import { runLightbar } from './run-lightbar.ts';
import styles from './Lightbar.module.css';

/** What floats in the light. */
export function Lightbar() {
  const canvas = useAttached<HTMLCanvasElement, undefined>(runLightbar, undefined);
  return <canvas ref={canvas} className={styles.canvas} aria-hidden />;
}
