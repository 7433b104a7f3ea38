#!/usr/bin/env node
// Replaces Prisma's native `schema-engine`, which Prisma downloads. PRISMA_SCHEMA_ENGINE_BINARY names this file. The
// unmodified `prisma` command then works with npm packages alone.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { logLine, runCommand } from './prisma-engine/cli.mjs';
import { panicWords } from './prisma-engine/engine.mjs';
import { serve } from './prisma-engine/rpc.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    version: { type: 'boolean' },
  },
});
const { url = '', shadowDatabaseUrl } = values.datasource ? JSON.parse(values.datasource) : {};

// Report panics like the native engine. A panic traps in a microtask and would be lost.
process.on('uncaughtException', (error) => {
  logLine('ERROR', {
    message: panicWords() || error.stack,
    is_panic: true,
    backtrace: error.stack,
  });
  process.exit(101);
});

if (values.version) {
  const { version } = createRequire(import.meta.url)('@prisma/schema-engine-wasm/package.json');
  process.stdout.write(`schema-engine-wasm ${version}\n`);
} else if (positionals[0] === 'cli') {
  process.exitCode = await runCommand(positionals[1], url);
} else {
  serve({ url, shadowUrl: shadowDatabaseUrl, files: values.datamodels });
}
