// Checks that the messages quoted in docs/troubleshooting.md are in the server's code.
import { globSync, readFileSync } from 'node:fs';
import { readPage, SYSTEM_CODES } from '../tests/support/manual.ts';

const page = readPage('docs/troubleshooting.md');
const found = (pattern: RegExp): readonly string[] =>
  [...page.matchAll(pattern)].map(([, text = '']) => text);
const quoted = [
  // The first cells of tables.
  ...found(/^\| `([^`|]+)` +\|/gm).filter((text) => !SYSTEM_CODES.includes(text)),
  ...found(/^\*\*[^*\n]*?`([^`]+)`[^*\n]*\*\*/gm),
];
const sources = globSync('apps/api/src/**/*.ts', {
  exclude: (path) => /generated|\.test\.ts$/.test(path),
}).map((file) => readFileSync(file, 'utf8'));

const faults = quoted
  .filter((message) => !sources.some((source) => source.includes(message)))
  .map((message) => `docs/troubleshooting.md quotes what the server never says: ${message}`);
// Fewer quotes mean that the patterns no longer match the page's format.
if (quoted.length <= 15) faults.push(`only ${quoted.length} quoted messages were found`);
for (const fault of faults) console.error(fault);
console.log(`${quoted.length} quoted messages, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
