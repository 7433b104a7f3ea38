import '#lib/zod-config.ts';
import { redirectHashUrl } from '#paths.ts';
import { prefetch } from '#app/prefetch.ts';
import { ChunkLoadError, loadChunk, reloadOnce } from '#lib/chunk-load-error.ts';
import { watchTelevision } from '#lib/television.ts';
import { whenIdle } from '#lib/scheduling.ts';
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
import { languageStore } from '#data/preferences/language.ts';
import { documentLanguage, pickLanguage } from '#i18n/languages.ts';
import { loadTexts } from '#i18n/load-texts.ts';

const LOADED_WITHIN_MS = 5_000;
const BACKGROUND_WITHIN_MS = 3_000;

watchTelevision(document.documentElement, window);
redirectHashUrl();
prefetch(location.pathname);
const language = pickLanguage(languageStore.getState().language, navigator.languages);
// The app waits for its texts, so they load in parallel with its code.
loadTexts(language.file, 'main').catch(() => undefined);
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
          // The app itself did not load either, and the page shows that error.
          () => undefined,
        ),
      BACKGROUND_WITHIN_MS,
    );
  if (document.readyState === 'complete') return start();
  // Hanging images delay the `load` event for minutes.
  const waiting = new AbortController();
  const startOnce = (): void => {
    if (!waiting.signal.aborted) start();
    waiting.abort();
  };
  addEventListener('load', startOnce, { signal: waiting.signal });
  setTimeout(startOnce, LOADED_WITHIN_MS);
}

/** Shows the message and the reload link of index.html, after the app did not load or failed to render. */
function showBootFailure(): void {
  const screen = document.getElementById('not-started');
  if (!screen || reloadOnce()) return;
  screen.hidden = false;
  void import('#i18n/not-loaded-texts.ts').then(
    ({ NOT_LOADED_TEXTS }) => {
      for (const [name, text] of Object.entries(NOT_LOADED_TEXTS[language.file] ?? {}))
        screen.querySelector(`[data-text="${name}"]`)?.replaceChildren(text);
      screen.lang = documentLanguage(language.locale);
      screen.dir = 'auto';
    },
    // The connection failed: English is better than nothing.
    () => undefined,
  );
}
