import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'prisma/config';

const root = path.resolve(import.meta.dirname, '..');

// The native schema engine is a download; where it never came, ours answers in its place. The command
// line looks for the file before it does anything, even for `generate`, which needs no engine.
const engines = path.join(root, 'node_modules/@prisma/engines');
const isNative =
  existsSync(engines) && readdirSync(engines).some((file) => file.startsWith('schema-engine-'));
if (!isNative) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(root, 'scripts/schema-engine.mjs');
}

export default defineConfig({
  schema: path.join(root, 'prisma/schema.prisma'),
  migrations: { path: path.join(root, 'prisma/migrations') },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
