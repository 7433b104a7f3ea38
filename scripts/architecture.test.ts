import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { z } from 'zod';

const text = readFileSync('docs/architecture.md', 'utf8');
const Rules = z.object({ forbidden: z.array(z.looseObject({ name: z.string() })) });

test('every file that docs/architecture.md names exists', () => {
  const files = [...text.matchAll(/`((?:apps|packages)\/[^`\s]+\.tsx?)`/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(file ?? ''))).toEqual([]);
});

test('the API’s modules are listed in docs/architecture.md in the order of their imports', () => {
  const rules: unknown = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const modules = Rules.parse(rules).forbidden.flatMap(({ name }) =>
    name.startsWith('api-') ? [name.slice('api-'.length)] : [],
  );
  const table = text.slice(text.indexOf('`API_MODULES`'), text.indexOf('In `apps/web/src`'));
  expect([...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, module]) => module)).toEqual(modules);
});
