// Chunks that are needed at once but known only once the code that asks for them has run: a line in the page for each lets the
// browser fetch and compile them meanwhile.
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** `modules`: what the chunks begin with, as the end of its path. */
export function preloadChunks(modules: readonly string[]): Plugin {
  return {
    name: 'preload-chunks',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = new Set(
          modules.flatMap((module) => withImports(chunkOf(bundle, module), bundle)),
        );
        return [...files]
          .map((file) => `/${file}`)
          .filter((href) => !html.includes(href))
          .map((href) => ({
            tag: 'link',
            // On a slow line the page's own script, which asks for the film, must not wait for its successors.
            attrs: { rel: 'modulepreload', crossorigin: '', fetchpriority: 'low', href },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}

function chunkOf(bundle: Bundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
  );
  if (!chunk) throw new Error(`No chunk begins with ${module}`);
  return chunk.fileName;
}

/** The chunk, and those that it cannot begin without. */
function withImports(file: string, bundle: Bundle): string[] {
  const chunk = bundle[file];
  const imports = chunk?.type === 'chunk' ? chunk.imports : [];
  return [file, ...imports.flatMap((one) => withImports(one, bundle))];
}
