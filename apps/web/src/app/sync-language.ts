// Keeps the words on the screen in the language that was chosen, here, in another tab or on another device.
import { languageStore } from '#data/preferences/language.ts';
import { changeLanguage } from '#i18n/index.ts';
import { pickLanguage } from '#i18n/languages.ts';

/** Resolves when the first language is spoken, or cannot be: nothing may be drawn in the wrong one before. */
export async function syncLanguage(signal: AbortSignal): Promise<void> {
  let turn = new AbortController();
  const follow = async (): Promise<void> => {
    turn.abort();
    turn = new AbortController();
    const { language } = languageStore.getState();
    try {
      await changeLanguage(
        pickLanguage(language, navigator.languages),
        AbortSignal.any([signal, turn.signal]),
      );
    } catch {
      // Without its file, on a line that broke, English is better than nothing.
    }
  };
  const again = (): void => void follow();
  signal.addEventListener('abort', languageStore.subscribe(again));
  addEventListener('languagechange', again, { signal });
  await follow();
}
