import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { addressesOf, apiPaths } from './vite-api-paths.ts';
import { chunkGroups } from './vite-chunks.ts';
import { notLoadedTexts, pageTexts } from './vite-page-texts.ts';
import { localeFileName, localeFiles, nativeLanguages } from './vite-locale-files.ts';
import { precompress } from './vite-precompress.ts';
import { preloadModules } from './vite-preload.ts';
import { serviceWorker } from './vite-service-worker.ts';

const manifest = new URL('../../package.json', import.meta.url);
const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));

/** The API, which `npm run dev` starts with the same environment. */
const target = `http://127.0.0.1:${process.env.PORT || 8080}`;
const proxy = Object.fromEntries((await apiPaths()).map((path) => [addressesOf(path), { target }]));

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
