// The app did not load, or failed before its first render: index.html holds a message and a link to reload.
import { languageStore } from '#data/preferences/language.ts';
import { pickLanguage } from '#i18n/languages.ts';
import { reloadOnce } from '#lib/reload-once.ts';

declare const __NOT_LOADED__: Readonly<Record<string, Readonly<Record<string, string>>>>;

export function showBootFailure(): void {
  const screen = document.getElementById('not-started');
  if (!screen || reloadOnce()) return;
  const { base } = pickLanguage(languageStore.getState().language, navigator.languages);
  for (const [name, text] of Object.entries(__NOT_LOADED__[base] ?? {}))
    screen.querySelector(`[data-text="${name}"]`)?.replaceChildren(text);
  screen.lang = base;
  screen.dir = 'auto';
  screen.hidden = false;
}
