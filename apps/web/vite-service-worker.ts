// Builds the service worker last, with the list of files that it caches. Its name must be /sw.js, without a hash.
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const ROOT_FILES = ['/index.html', '/config.js', '/favicon.png', '/manifest.webmanifest'];
/** Code, styles and the font of most interfaces. Larger files load with the first stream. */
const OF_THE_SHELL = /\.(?:js|css)$|-latin-wght-normal-.*\.woff2$/;
const MAX_BYTES = 200_000;

export function serviceWorker(entry: string): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const files = [...ROOT_FILES, ...(await assetsOf(folder))];
        const page = await readFile(join(folder, 'index.html'));
        const version = createHash('sha256').update(page).update(files.join()).digest('hex');
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: { __SHELL__: JSON.stringify({ version: version.slice(0, 12), files }) },
          build: {
            outDir: folder,
            emptyOutDir: false,
            target: 'es2022',
            modulePreload: { polyfill: false },
            rolldownOptions: {
              input: resolve(import.meta.dirname, entry),
              output: { format: 'iife', entryFileNames: 'sw.js' },
            },
          },
        });
      },
    },
  };
}

async function assetsOf(folder: string): Promise<string[]> {
  const names = (await readdir(join(folder, 'assets'))).filter((name) => OF_THE_SHELL.test(name));
  const sized = names.map(async (name) => {
    const { size } = await stat(join(folder, 'assets', name));
    return size <= MAX_BYTES ? [`/assets/${name}`] : [];
  });
  return (await Promise.all(sized)).flat().toSorted();
}
