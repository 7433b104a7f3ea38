// Checks that the server prints the metrics of alert rules and board, and that the manual has their sections.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { proseOf } from '../tests/support/manual.ts';
import { printMetrics } from '../tests/support/metrics.ts';

const RULES = 'docker/monitoring/alerts.yml';
const rules = readFileSync(RULES, 'utf8');
const found = (pattern: RegExp, text: string): readonly string[] =>
  [...text.matchAll(pattern)].map(([, value = '']) => value);
const alerts = found(/- alert: (\w+)/g, rules);

const Board = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
  ),
});
const board = Board.parse(
  JSON.parse(readFileSync('docker/monitoring/grafana/dashboards/matinee.json', 'utf8')),
);
const expressions = [
  ...found(/expr: (.+)/g, rules),
  ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

async function printedMetrics(): Promise<ReadonlySet<string>> {
  const types = [...(await printMetrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const names = types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  // Prometheus adds this metric to each scrape.
  return new Set([...names, 'up']);
}

test('rules and board name only metrics that are printed', async () => {
  const printed = await printedMetrics();
  const named = expressions.flatMap((expr) =>
    found(/\b((?:mw|http|process|nodejs|matinee)_\w+|up(?=\{))/g, expr),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !printed.has(name))).toEqual([]);
});

test('every queue, cache, limit, quota, retry and job metric is on the board', async () => {
  const shown = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  const own = [...(await printedMetrics())].filter((name) => name.startsWith('matinee_'));
  expect(own.length).toBeGreaterThan(8);
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});

test('every alert leads to its section of the manual, and every section is of an alert', () => {
  const sections = found(/^## (\w+)$/gm, proseOf('docs/alerts.md'));
  expect(sections).toEqual(alerts);
  const links = found(/manual: (\S+)/g, rules);
  expect(links).toEqual(alerts.map((name) => `docs/alerts.md#${name.toLowerCase()}`));
});

test('names of panels are unique', () => {
  const titles = board.panels.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

describe('compose files', () => {
  const files = globSync('docker-compose*.yml');

  test.each(files)('%s mounts only files that exist, and names versions of images', (file) => {
    const text = readFileSync(file, 'utf8');
    const mounted = found(/^\s+- \.\/(docker\/[\w./]+):/gm, text);
    for (const path of mounted) expect(globSync(path)).toEqual([path]);
    const images = found(/image: \$\{\w+:-([^}]+)\}/g, text);
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
  });
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

/** Part of Debian's package `prometheus`. Installing that starts a service. */
test.skipIf(!promtool)('promtool accepts the rules', () => {
  const { status, stdout } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
  expect(stdout).toContain('SUCCESS');
  expect(status).toBe(0);
});
