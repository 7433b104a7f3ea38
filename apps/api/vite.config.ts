import { defineConfig, type Plugin } from 'vite';

/**
 * The compiler of Prisma's queries comes as five megabytes of base64, which would stay in memory as part of the program,
 * as a value of it, and decoded. It becomes a file beside the program.
 */
const queryCompilerAsFile: Plugin = {
  name: 'query-compiler-as-file',
  load: {
    filter: { id: /query_compiler_\w+\.postgresql\.wasm-base64\.mjs$/ },
    async handler(id) {
      const fileName = 'query-compiler.wasm';
      const { wasm }: { readonly wasm: string } = await import(id);
      this.emitFile({ type: 'asset', fileName, source: Buffer.from(wasm, 'base64') });
      return `
        import { readFileSync } from 'node:fs';
        import { join } from 'node:path';
        export const wasm = readFileSync(join(import.meta.dirname, '${fileName}'));`;
    },
  },
};

/** `main.js` must load on an old Node, so what it starts is a program of its own. */
const serverAsFile: Plugin = {
  name: 'server-as-file',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.\/serve\.ts$/ },
    handler: () => ({ id: './serve.js', external: true }),
  },
};

/**
 * One file with all libraries inside: production needs no node_modules, and no second copy can be resolved.
 * `--ssr` names another program to build beside it.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [queryCompilerAsFile, serverAsFile],
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node24',
    ssrEmitAssets: true,
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
  ssr: {
    noExternal: true,
    // Optional native parts: pg tries to load its own and works without; the embedded server is found at run time.
    external: ['pg-native'],
  },
});
