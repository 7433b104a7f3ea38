// Checks that every endpoint has a contract test that parses its reply: `name.reply.parse(...)`.
import { globSync, readFileSync } from 'node:fs';
import { readContract } from '../tests/support/contract.ts';

const tests = globSync('tests/contract/*.test.ts').map((file) => readFileSync(file, 'utf8'));
const parsed = new Set(
  tests.flatMap((text) => [...text.matchAll(/\b(\w+)\.reply\.parse\(/g)].map(([, name]) => name)),
);
const names = (await readContract()).map(({ name }) => name);
const untested = names.filter((name) => !parsed.has(name));
for (const name of untested) console.error(`no test in tests/contract parses the reply of ${name}`);
console.log(`${names.length} endpoints, ${untested.length} faults`);
process.exitCode = untested.length > 0 ? 1 : 0;
