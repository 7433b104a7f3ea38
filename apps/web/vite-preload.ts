// Links code that pages import dynamically. Browsers fetch it in parallel with the first script instead of after it,
// which saves a round trip on a slow connection (scripts/bench/home.ts).
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Takes the ends of module paths for each page. The API sends media.html and discover.html under their routes. */
export function preloadModules(pages: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: 'preload-modules',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('There is no index.html');
        const html = String(index.source);
        for (const [fileName, modules] of Object.entries(pages)) {
          const source = withLinks(html, modules, bundle);
          if (fileName === 'index.html') index.source = source;
          else this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}

function withLinks(html: string, modules: readonly string[], bundle: Bundle): string {
  const files = new Set(modules.flatMap((module) => withImports(chunkOf(bundle, module), bundle)));
  const links = [...files]
    .filter((file) => !html.includes(`/${file}`))
    // The page's first script requests the data that users see first, so it must not wait for the others.
    .map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">\n`);
  return html.replace(/ *<\/head>/, `${links.join('')}  </head>`);
}

function chunkOf(bundle: Bundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!chunk) throw new Error(`No chunk holds ${module}`);
  return chunk.fileName;
}

/** Returns the chunk and, recursively, its static imports. */
function withImports(file: string, bundle: Bundle, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const chunk = bundle[file];
  const imports = chunk?.type === 'chunk' ? chunk.imports : [];
  return [file, ...imports.flatMap((one) => withImports(one, bundle, seen))];
}
