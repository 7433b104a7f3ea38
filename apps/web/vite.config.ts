import react from '@vitejs/plugin-react';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { z } from 'zod';
import { addressesOf, apiPaths } from './vite-api-paths.ts';
import { chunkGroups } from './vite-chunks.ts';
import { localeFileName, localeFiles, nativeLanguages } from './vite-locale-files.ts';
import { precompress } from './vite-precompress.ts';
import { preloadModules } from './vite-preload.ts';
import { serviceWorker } from './vite-service-worker.ts';

const manifest = new URL('../../package.json', import.meta.url);
const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));

/** The API, which `npm run dev` starts with the same environment. */
const target = `http://127.0.0.1:${process.env.PORT || 8080}`;
const proxy = Object.fromEntries((await apiPaths()).map((path) => [addressesOf(path), { target }]));

// The texts for an app that did not load: English ones stand in index.html, the others in its first script.
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
function notLoadedTexts(): Readonly<Record<string, ReturnType<typeof textsOf>>> {
  const files = globSync(join(LOCALES, '*.json')).map((path) => basename(path, '.json'));
  return Object.fromEntries(files.map((file) => [file, textsOf(file)]));
}

function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => textsOf('en')[name] ?? ''),
    },
  };
}

/** main.tsx imports it dynamically. */
const MOUNT = '/src/app/App.tsx';

export default defineConfig({
  plugins: [
    react(),
    localeFiles(),
    pageTexts(),
    preloadModules({
      'index.html': [MOUNT],
      'media.html': [MOUNT, '/src/features/watch/WatchPage.tsx'],
      'discover.html': [MOUNT, '/src/features/discover/DiscoverPage.tsx'],
    }),
    serviceWorker('src/service-worker/worker.ts'),
    precompress(),
  ],
  define: {
    __APP_VERSION__: JSON.stringify(version),
    __NATIVE_LANGUAGES__: JSON.stringify(nativeLanguages()),
    __NOT_LOADED__: JSON.stringify(notLoadedTexts()),
  },
  server: { proxy },
  preview: { proxy },
  build: {
    target: 'es2022',
    // Fonts and images stay files instead of data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Builds one style sheet: the player would request its own only after its code.
    cssCodeSplit: false,
    // hls.js, which is fetched on the first play, cannot be split further.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups() }, chunkFileNames: localeFileName },
    },
  },
});
