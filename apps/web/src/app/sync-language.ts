// Keeps the interface in the chosen language, which may change in another tab or on another device.
import { languageStore, setShownLanguage } from '#data/preferences/language.ts';
import { changeLanguage } from '#i18n/index.ts';
import { pickLanguage } from '#i18n/languages.ts';

/** Resolves when the first language has loaded or failed to load. Before that, no page may render. */
export async function syncLanguage(signal: AbortSignal): Promise<void> {
  let current = new AbortController();
  const follow = async (): Promise<void> => {
    current.abort();
    current = new AbortController();
    const language = pickLanguage(languageStore.getState().language, navigator.languages);
    setShownLanguage(language.code);
    try {
      await changeLanguage(language, AbortSignal.any([signal, current.signal]));
    } catch {
      // The connection failed: English is better than nothing.
    }
  };
  const again = (): void => void follow();
  signal.addEventListener('abort', languageStore.subscribe(again));
  addEventListener('languagechange', again, { signal });
  await follow();
}
