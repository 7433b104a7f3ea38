// The color theme; `null` is the default.
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

/** The themes besides the default one. */
export const THEMES = ['blue', 'gray', 'red', 'teal', 'blck'] as const;
export type Theme = (typeof THEMES)[number];

/** Returns the default theme, or teal on one day of the year. */
export function themeOfTheDay(date: Date): Theme | null {
  return date.getMonth() === 3 && date.getDate() === 20 ? 'teal' : null;
}

const Choice = z.lazy(() =>
  z.looseObject({
    theme: z
      .enum(THEMES)
      .nullable()
      .catch(null)
      .default(() => themeOfTheDay(new Date())),
  }),
);

const persisted = createPersisted({
  key: '__MW::theme',
  schema: Choice,
  empty: { theme: themeOfTheDay(new Date()) },
});

export const themeStore = persisted.store;

export function setTheme(theme: Theme | null): void {
  persisted.update((state) => ({ ...state, theme }));
}

/** Null for unknown names of accounts and old clients. */
export function readTheme(text: string | null): Theme | null {
  return THEMES.find((theme) => theme === text) ?? null;
}

/** Null is the default theme. */
export function applyTheme(theme: string | null): void {
  const page = document.documentElement;
  if (theme === null) delete page.dataset.theme;
  else page.dataset.theme = theme;
  // Mobile browsers color their toolbar with it.
  const surface = getComputedStyle(page).getPropertyValue('--surface-0');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', surface);
}
