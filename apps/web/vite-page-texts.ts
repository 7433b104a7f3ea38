// The few words that must be there when nothing else is: in the page itself in English, and in the first piece of code in the other
// languages.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

const LOCALES = join(import.meta.dirname, 'src/i18n/locales');
const Texts = z.object({
  actions: z.object({ reload: z.string() }),
  errors: z.object({ notLoaded: z.object({ title: z.string(), message: z.string() }) }),
});

function textsOf(language: string): readonly string[] {
  const file = readFileSync(join(LOCALES, `${language}.json`), 'utf8');
  const { actions, errors } = Texts.parse(JSON.parse(file));
  return [errors.notLoaded.title, errors.notLoaded.message, actions.reload];
}

/** By language, in the order in which the page says them. */
export function notLoadedTexts(): Readonly<Record<string, readonly string[]>> {
  const languages = globSync(join(LOCALES, '*.json')).map((file) => basename(file, '.json'));
  return Object.fromEntries(languages.map((language) => [language, textsOf(language)]));
}

export function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        const texts = [...textsOf('en')];
        return html.replace(/\{\{[\w.]+\}\}/g, () => texts.shift() ?? '');
      },
    },
  };
}
