// The texts for an app that did not load. English texts are in index.html, the others in its first script.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

const LOCALES = join(import.meta.dirname, 'src/i18n/locales');
const Text = z.string().optional();
/** A partial language has some of them; index.html keeps the others in English. */
const Texts = z.object({
  actions: z.object({ reload: Text }).default({}),
  errors: z
    .object({ notLoaded: z.object({ title: Text, message: Text }).default({}) })
    .default({ notLoaded: {} }),
});

function textsOf(file: string): Readonly<Record<string, string | undefined>> {
  const { actions, errors } = Texts.parse(
    JSON.parse(readFileSync(join(LOCALES, `${file}.json`), 'utf8')),
  );
  return { ...errors.notLoaded, reload: actions.reload };
}

/** Keyed by file, then by the name that index.html gives the text. */
export function notLoadedTexts(): Readonly<Record<string, ReturnType<typeof textsOf>>> {
  const files = globSync(join(LOCALES, '*.json')).map((path) => basename(path, '.json'));
  return Object.fromEntries(files.map((file) => [file, textsOf(file)]));
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
