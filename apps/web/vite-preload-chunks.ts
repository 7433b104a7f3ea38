// Chunks that are needed at once but known only once the code that asks for them has run: a line in the page for each lets the
// browser fetch and compile them meanwhile.
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

export interface FirstLoad {
  /** What every page begins with, as the end of a module's path. */
  readonly always: readonly string[];
  /** Further pages: what else those begin with that are sent as the file of this name. */
  readonly pages: Readonly<Record<string, PageLoad>>;
}

interface PageLoad {
  /** Wanted no later than the page's own script. */
  readonly first?: readonly string[];
  readonly next: readonly string[];
}

export function preloadChunks({ always, pages }: FirstLoad): Plugin {
  return {
    name: 'preload-chunks',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => withLinks(html, always, bundle),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('There is no index.html');
        const html = String(index.source);
        for (const [fileName, { first = [], next }] of Object.entries(pages)) {
          const begun = withLinks(html, first, bundle, '');
          this.emitFile({ type: 'asset', fileName, source: withLinks(begun, next, bundle) });
        }
      },
    },
  };
}

/** Every page links these itself. */
const LINKED = /\/(?:rolldown-runtime|start|libraries|app)-/;

/** What a part that is fetched later needs beside itself; where that is nothing there is no link to be made for it. */
export function stillToCome(file: string, needed: readonly string[]): string[] {
  const others = needed.filter((one) => one !== file && !LINKED.test(one));
  return others.length === 0 ? [] : [file, ...others];
}

// On a slow line the page's own script, which asks for what is seen first, must not wait for its successors.
const WAITS = ' fetchpriority="low"';

function withLinks(
  html: string,
  modules: readonly string[],
  bundle: Bundle,
  priority = WAITS,
): string {
  const files = new Set(modules.flatMap((module) => withImports(chunkOf(bundle, module), bundle)));
  const links = [...files]
    .filter((file) => !html.includes(`/${file}`))
    .map((file) => `<link rel="modulepreload" crossorigin${priority} href="/${file}">`);
  return html.replace(/ *<\/head>/, `${links.map((link) => `    ${link}\n`).join('')}  </head>`);
}

/** Where the module is asked for: it may itself be part of a larger chunk. */
function chunkOf(bundle: Bundle, module: string): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!chunk) throw new Error(`No chunk holds ${module}`);
  return chunk.fileName;
}

/** The chunk, and those that it cannot begin without. */
function withImports(file: string, bundle: Bundle, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const chunk = bundle[file];
  const imports = chunk?.type === 'chunk' ? chunk.imports : [];
  return [file, ...imports.flatMap((one) => withImports(one, bundle, seen))];
}
