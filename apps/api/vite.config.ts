import { defineConfig } from 'vite';

/**
 * One file with all libraries inside: production needs no node_modules, and no second copy can be resolved.
 * `--ssr` names another program to build beside it.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
  ssr: {
    noExternal: true,
    // Optional native parts: pg asks for its own and does without; the embedded server is found at run time.
    external: ['pg-native'],
  },
});
