// The texts for an app that did not load: English ones stand in index.html, the others in its first script.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

const LOCALES = join(import.meta.dirname, 'src/i18n/locales');
const Texts = z.object({
  actions: z.object({ reload: z.string() }),
  errors: z.object({ notLoaded: z.object({ title: z.string(), message: z.string() }) }),
});

function textsOf(language: string): Readonly<Record<string, string>> {
  const file = readFileSync(join(LOCALES, `${language}.json`), 'utf8');
  const { actions, errors } = Texts.parse(JSON.parse(file));
  return { ...errors.notLoaded, reload: actions.reload };
}

/** By language, then by the name that index.html gives the text. */
export function notLoadedTexts(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const languages = globSync(join(LOCALES, '*.json')).map((file) => basename(file, '.json'));
  return Object.fromEntries(languages.map((language) => [language, textsOf(language)]));
}

export function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => textsOf('en')[name] ?? ''),
    },
  };
}
