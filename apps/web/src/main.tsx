import '#lib/zod-config.ts';
import { showBootFailure } from '#app/boot-failure.ts';
import { leaveHash } from '#app/hash-path.ts';
import { prefetch } from '#app/prefetch.ts';
import { ChunkLoadError, loadChunk } from '#lib/chunk-load-error.ts';
import { watchTelevision } from '#lib/television.ts';
import { whenIdle } from '#lib/when-idle.ts';
import '@fontsource-variable/inter/wght.css';
import '#styles/fallback-font.css';
import '#styles/reset.css';
import '#styles/themes/default.css';
import '#styles/themes/blue.css';
import '#styles/themes/gray.css';
import '#styles/themes/red.css';
import '#styles/themes/teal.css';
import '#styles/themes/blck.css';
import '#styles/tokens.css';
import '#styles/base.css';
import '#styles/television.css';
import '#styles/first-paint.css';

const LOADED_WITHIN_MS = 5_000;
const BACKGROUND_WITHIN_MS = 3_000;

watchTelevision(document.documentElement, window);
leaveHash();
prefetch(location.pathname);
loadBackground();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
loadChunk(import('#app/App.tsx'))
  .then(({ mount }) => mount(root))
  .catch((error: unknown) => {
    showBootFailure();
    if (!(error instanceof ChunkLoadError)) throw error;
  });

/** Nothing on the first page waits for an account, and background work waits for the first page. */
function loadBackground(): void {
  const start = (): void =>
    whenIdle(
      () =>
        void import('#app/background.ts').then(
          ({ startBackground }) => startBackground(),
          // The app's own code did not load either, and its error is shown.
          () => undefined,
        ),
      BACKGROUND_WITHIN_MS,
    );
  if (document.readyState === 'complete') return start();
  // Images that hang keep a page from completing for minutes.
  const waiting = new AbortController();
  const startOnce = (): void => {
    if (!waiting.signal.aborted) start();
    waiting.abort();
  };
  addEventListener('load', startOnce, { signal: waiting.signal });
  setTimeout(startOnce, LOADED_WITHIN_MS);
}
