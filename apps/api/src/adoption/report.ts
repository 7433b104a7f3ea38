import type { Outcome } from './adopt.ts';
import { sum, type Remark, type Tally } from './tally.ts';

const HEADINGS = ['table', 'read', 'taken', 'new', 'changed', 'skipped'];

const SESSIONS =
  'People stay signed in when CRYPTO_SECRET (or CRYPTO_SECRET_PREVIOUS) holds the secret of the old server.';

/** For a person: a table, what was not taken and why, and what to do next. */
export function asText(outcome: Outcome): string {
  const lines = [...columns([HEADINGS, ...outcome.tables.map(cellsOf)])];
  for (const { name, skipped, mended } of outcome.tables) {
    for (const remark of skipped.values()) lines.push('', ...told(name, 'skipped', remark));
    for (const remark of mended.values()) lines.push('', ...told(name, 'mended', remark));
  }
  return `${[...lines, '', ...conclusion(outcome)].join('\n')}\n`;
}

function conclusion({ isDryRun, isComplete }: Outcome): readonly string[] {
  if (!isComplete) return ['Stopped before the end. Run the same again: it does the rest.'];
  if (isDryRun) return ['This was a dry run: nothing was written.'];
  return ['Done. Running it again brings over what is new and changes nothing else.', SESSIONS];
}

const cellsOf = (tally: Tally): readonly string[] => [
  tally.name,
  String(tally.read),
  String(tally.taken),
  String(tally.added ?? '-'),
  String(tally.changed ?? '-'),
  String(sum(tally.skipped)),
];

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

const told = (
  name: string,
  verb: string,
  { reason, count, examples }: Remark,
): readonly string[] => [
  `${name}: ${count} ${verb} (${reason})`,
  ...examples.map((example) => `  ${printable(example)}`),
];

/** The source's text may hold what moves a terminal's cursor. */
const printable = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]/g, (character) => JSON.stringify(character).slice(1, -1))
    .replace(/[^\x20-\x7e]/g, '?');

/** For a machine. */
export function asJson({ tables, ...outcome }: Outcome): string {
  const told = tables.map(({ skipped, mended, ...tally }) => ({
    ...tally,
    skipped: [...skipped.values()],
    mended: [...mended.values()],
  }));
  return `${JSON.stringify({ ...outcome, tables: told }, null, 2)}\n`;
}
