import { useAttached } from '#lib/use-attached.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { runLightbar } from './run-lightbar.ts';
import styles from './Lightbar.module.css';

/** What floats in the light. */
export function Lightbar() {
  const canvas = useAttached<HTMLCanvasElement, undefined>(runWhenIdle, undefined);
  return <canvas ref={canvas} className={styles.canvas} aria-hidden />;
}

/** An ornament comes after what people came for. */
function runWhenIdle(canvas: HTMLCanvasElement): () => void {
  let end: (() => void) | undefined = () => undefined;
  whenIdle(() => {
    end &&= runLightbar(canvas);
  });
  return () => {
    end?.();
    end = undefined;
  };
}
