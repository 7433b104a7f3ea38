// What every page begins with runs at once for the most part. Chromium compiles such files whole while they come, beside the page's
// thread, and not each function there when it is called first: https://v8.dev/blog/explicit-compile-hints. To others it is a comment.
import type { Plugin } from 'vite';

const HINT = '//# allFunctionsCalledOnLoad\n';

export function compileHints(chunks: readonly string[]): Plugin {
  return {
    name: 'compile-hints',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          // Only the first line counts, so it is put there after everything else.
          if (file.type === 'chunk' && chunks.includes(file.name)) file.code = HINT + file.code;
      },
    },
  };
}
