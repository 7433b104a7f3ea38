import { useAttached } from '#lib/use-attached.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { runLightbar } from './run-lightbar.ts';
import styles from './Lightbar.module.css';

/** What floats in the light. */
export function Lightbar() {
  const light = useAttached<HTMLDivElement, undefined>(runWhenIdle, undefined);
  return <div ref={light} className={styles.light} aria-hidden />;
}

/** An ornament comes after what people came for. */
function runWhenIdle(light: HTMLElement): () => void {
  let end: (() => void) | undefined = () => undefined;
  whenIdle(() => {
    end &&= runLightbar(light);
  });
  return () => {
    end?.();
    end = undefined;
  };
}
