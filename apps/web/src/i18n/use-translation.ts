// How components say their texts. Most are said as they stand, on every page by dozens of components at once: those are only
// looked up. What has numbers, names or gaps in it is left to i18next.
import i18next, { type i18n, type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';

interface Translation {
  readonly t: TFunction;
  readonly i18n: i18n;
}

/** `t` is another one in another language, so that what is kept with it is made anew. */
export function useTranslation(): Translation {
  return useSyncExternalStore(onLanguage, spoken, spoken);
}

function onLanguage(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}

let last: { readonly language: string; readonly translation: Translation } | undefined;

/** The same for all components. */
function spoken(): Translation {
  const { language } = i18next;
  if (last?.language !== language)
    last = { language, translation: { t: textsIn(language), i18n: i18next } };
  return last.translation;
}

function textsIn(language: string): TFunction {
  return new Proxy(i18next.getFixedT(language), {
    apply: (whole, self, args: readonly unknown[]): unknown =>
      asItStands(args, language) ?? Reflect.apply(whole, self, args),
  });
}

function asItStands([select, ...options]: readonly unknown[], language: string) {
  if (typeof select !== 'function' || options.length > 0) return undefined;
  try {
    const text: unknown = select(i18next.getDataByLanguage(language)?.translation);
    return typeof text === 'string' && isPlain(text) ? text : undefined;
  } catch {
    // A language may lack the whole section.
    return undefined;
  }
}

const isPlain = (text: string): boolean =>
  text !== '' && !text.includes('{{') && !text.includes('$t(');
