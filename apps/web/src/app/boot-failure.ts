// The app itself did not come, or broke before anything was drawn: the page has words for that, and a way to try again.
import { languageStore } from '#data/preferences/language.ts';
import { pickLanguage } from '#i18n/languages.ts';
import { reloadOnce } from '#lib/reload-once.ts';

declare const __NOT_LOADED__: Readonly<Record<string, Readonly<Record<string, string>>>>;

export function notStarted(): void {
  const screen = document.getElementById('not-started');
  if (!screen || reloadOnce()) return;
  const { base } = pickLanguage(languageStore.getState().language, navigator.languages);
  for (const [name, text] of Object.entries(__NOT_LOADED__[base] ?? {}))
    screen.querySelector(`[data-text="${name}"]`)?.replaceChildren(text);
  screen.lang = base;
  screen.dir = 'auto';
  screen.hidden = false;
}
