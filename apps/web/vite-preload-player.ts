// The player's chunk is needed by every title, but known only once the start page's code has run: a line in the page lets the
// browser fetch and compile it meanwhile.
import type { Plugin } from 'vite';

const PAGE = '/src/pages/Watch.tsx';

export function preloadPlayer(): Plugin {
  return {
    name: 'preload-player',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(PAGE),
        );
        if (!chunk) throw new Error(`No chunk begins with ${PAGE}`);
        const href = `/${chunk.fileName}`;
        return [
          { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: '', href }, injectTo: 'head' },
        ];
      },
    },
  };
}
