import { useAttached } from '#lib/use-ref-effect.ts';
import { whenIdle } from '#lib/when-idle.ts';
import styles from './Lightbar.module.css';

const AFTER_MS = 5_000;

/** The light of the projector, from above; an ornament, and a faint one where results lead. */
export function Lightbar({ isFaint }: { readonly isFaint: boolean }) {
  const dust = useAttached<HTMLDivElement, undefined>(floatLater, undefined);
  return (
    <div className={styles.beam} data-faint={isFaint} aria-hidden>
      <span className={styles.cone} />
      <span className={styles.dust} />
      <div ref={dust} className={styles.light} />
    </div>
  );
}

let coming: ReturnType<typeof comeLater> | undefined;

/** An ornament comes after what people came for, such as pictures. */
async function comeLater() {
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
  return await import('./lightbar/run-lightbar.ts');
}

/** What floats in the light; where it does not come it is not missed. */
function floatLater(light: HTMLElement): () => void {
  let end: (() => void) | undefined = () => undefined;
  coming ??= comeLater();
  coming.then(
    ({ runLightbar }) =>
      whenIdle(() => {
        end &&= runLightbar(light);
      }),
    () => undefined,
  );
  return () => {
    end?.();
    end = undefined;
  };
}
