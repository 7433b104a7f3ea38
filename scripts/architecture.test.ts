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

const FLOWS = text.slice(text.indexOf('## Six flows'), text.indexOf('## Where to change what'));

const flows = FLOWS.split(/^### /m)
  .slice(1)
  .map((flow) => ({ name: flow.split(':')[0], flow }));

test.each(flows)('the flow “$name” counts the files of its list', ({ flow }) => {
  const [, count] = /^.+: (\d+) files/.exec(flow) ?? [];
  const steps = flow.split('\n').filter((line) => /^\d+\. /.test(line));
  const files = steps.flatMap((step) => [...step.matchAll(/`((?:apps|packages)\/[^`]+)`/g)]);
  // The starter catalog replaces TMDB.
  const instead = /`([^`]+)`, in place of it/.exec(flow)?.[1];
  const counted = new Set(files.map(([, file]) => file).filter((file) => file !== instead));
  expect(counted.size).toBe(Number(count));
});

test('the API’s modules are listed in docs/architecture.md in the order of their imports', () => {
  const rules: unknown = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const modules = Rules.parse(rules).forbidden.flatMap(({ name }) =>
    name.startsWith('api-') ? [name.slice('api-'.length)] : [],
  );
  const table = text.slice(text.indexOf('`API_MODULES`'), text.indexOf('In `apps/web/src`'));
  expect([...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, module]) => module)).toEqual(modules);
});
