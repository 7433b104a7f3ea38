import { useRefEffect } from '#lib/use-ref-effect.ts';
import { whenIdle } from '#lib/scheduling.ts';
import styles from './Lightbar.module.css';

const PARTICLES_DELAY_MS = 5_000;

/** Decorative beam of light; faint behind search results. */
export function Lightbar({ isFaint }: { readonly isFaint: boolean }) {
  const particles = useRefEffect<HTMLDivElement, undefined>(startParticlesLater, undefined);
  return (
    <div className={styles.beam} data-faint={isFaint} aria-hidden>
      <span className={styles.cone} />
      <span className={styles.dust} />
      <div ref={particles} className={styles.light} />
    </div>
  );
}

let loading: ReturnType<typeof loadLater> | undefined;

/** Loads after the content, such as posters. */
async function loadLater() {
  await new Promise((resolve) => setTimeout(resolve, PARTICLES_DELAY_MS));
  return await import('./run-lightbar.ts');
}

/** Ignores load errors: the particles are decoration. */
function startParticlesLater(light: HTMLElement): () => void {
  let stop: (() => void) | undefined = () => undefined;
  loading ??= loadLater();
  loading.then(
    ({ runLightbar }) =>
      whenIdle(() => {
        stop &&= runLightbar(light);
      }),
    () => undefined,
  );
  return () => {
    stop?.();
    stop = undefined;
  };
}
