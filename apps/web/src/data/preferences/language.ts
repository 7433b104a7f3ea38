// The interface language: a code of movie-web clients, such as `en-US` or `pirate`.
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const Choice = z.lazy(() =>
  z.looseObject({
    /** null: the browser's language. */
    language: z.string().min(1).nullable().catch(null).default(null),
  }),
);

const persisted = createPersisted({
  key: '__MW::locale',
  schema: Choice,
  empty: { language: null },
});

export const languageStore = persisted.store;

export function setLanguage(language: string | null): void {
  persisted.update((state) => ({ ...state, language }));
}

let shown: string | undefined;

/** The code of the language in use, even if the user has not chosen one. Undefined before the app has picked one. */
export const shownLanguage = (): string | undefined => shown;

export function setShownLanguage(code: string): void {
  shown = code;
}
