// English, in the same parts as the other languages. The first part is in the app's code, because the other languages
// need its keys. In load-texts.ts, it would be in the page's first script, which must not wait for it. The others load
// with their pages: `npm run bench:home` counts 214.8 KiB of script, and 229.6 with all English texts (limit: 230).
import type { TextsPart } from './packed-texts.ts';

// Written by vite-locale-files.ts.
const MAIN = import.meta.glob<object>('./locales/en.json', {
  query: '?main',
  import: 'default',
  eager: true,
});
const LATER = {
  side: import.meta.glob<object>('./locales/en.json', { query: '?side', import: 'default' }),
  admin: import.meta.glob<object>('./locales/en.json', { query: '?admin', import: 'default' }),
};

const [FIRST = {}] = Object.values(MAIN);
export const firstEnglish: object = FIRST;

/** The texts by key. Rejects when they can't be loaded. */
export async function loadEnglish(part: TextsPart): Promise<object> {
  if (part === 'main') return firstEnglish;
  const [load] = Object.values(LATER[part]);
  return (await load?.()) ?? {};
}
