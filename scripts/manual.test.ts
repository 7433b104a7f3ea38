// Checks that everything in the manual exists: options, endpoints, metrics, statuses, messages, commands, files, links
// and labels.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { about } from '../apps/api/src/config/config-fields.ts';
import { misspeltOptions } from '../apps/api/src/config/config-names.ts';
import { Options } from '../apps/api/src/config/config-options.ts';
import { parseConfig } from '../apps/api/src/config/config.ts';
import { openApiDocument } from '../apps/api/src/http/openapi-document.ts';
import english from '../apps/web/src/i18n/locales/en.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import { ROUTES } from '../tests/e2e/support/pages.ts';
import { startTestApp, type TestApp } from '../tests/support/app.ts';
import { readContract } from '../tests/support/contract.ts';
import { printMetrics } from '../tests/support/metrics.ts';
import {
  anchorsOf,
  blocksOf,
  codeSpansOf,
  PAGES,
  proseOf,
  readPage,
  SYSTEM_CODES,
} from '../tests/support/manual.ts';

const DOCUMENTS = [...PAGES, 'CONTRIBUTING.md', 'docs/architecture.md'];
const found = (pattern: RegExp, texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));

test('every page of docs is part of the manual', () => {
  const pages = globSync('docs/*.md').map((page) => page.replaceAll('\\', '/'));
  expect(DOCUMENTS).toEqual(expect.arrayContaining(pages));
});

test('a fresh clone can be restored to: a restore installs and builds first, as a start does', () => {
  const { start, restore } = manifest.scripts;
  // Without `exec`, the shell would run the Node that it found before the installation.
  for (const script of [start, restore])
    expect(script).toMatch(/^node scripts\/start\.mjs && exec node /);
});

let printed: readonly string[];
let server: TestApp;
beforeAll(async () => {
  printed = found(/^# HELP (\w+)/gm, [await printMetrics()]);
  server = await startTestApp();
});
afterAll(() => server.close());

describe.each(PAGES)('%s', (page) => {
  test('names only options that exist', () => {
    const secrets = Options.keyof().options.filter(
      (name) => about.get(Options.shape[name])?.isSecret,
    );
    const known = new Set<string>([
      ...Options.keyof().options,
      ...secrets.map((name) => `${name}_FILE`),
      // A placeholder, and constants that aren't options.
      'NAME_FILE',
      'NAME',
      'VITE_',
      'EACCES',
      ...SYSTEM_CODES,
      'SIGTERM',
      'LANGUAGES',
      'LONG_TESTS',
      'CHAOS_SEED',
      'CHAOS_RUNS',
      'LOAD_SECONDS',
      'UPGRADE_KILLS',
      // Names that Compose reads.
      'REPLICAS',
      'PROMETHEUS_IMAGE',
      'GRAFANA_IMAGE',
      'NODE_IMAGE',
      'POSTGRES_IMAGE',
      'DEBIAN_IMAGE',
    ]);
    const spans = found(/^([A-Z][A-Z_]{3,})(?:=.*)?$/g, codeSpansOf(page));
    const links = found(/configure\.md#([\w-]+)\)/g, [proseOf(page)]).map((it) => it.toUpperCase());
    const inCommands = found(/\$([A-Z][A-Z_]+)/g, [readPage(page)]);
    const inYaml = blocksOf(page)
      .filter(({ language }) => language === 'yaml')
      .flatMap(({ lines }) => found(/# ([A-Z_]+)=/g, lines));
    const named = [...spans, ...links, ...inCommands, ...inYaml];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('shows only configurations that are valid', () => {
    for (const { language, lines } of blocksOf(page)) {
      if (language !== 'dotenv') continue;
      const environment = parseEnv(lines.join('\n'));
      expect(misspeltOptions(environment, {})).toEqual({ errors: [], warnings: [] });
      expect(parseConfig(environment)).not.toEqual(parseConfig({}));
    }
  });

  test('names only addresses of the server and its pages', async () => {
    const contract = (await readContract()).map(({ endpoint: { method, path } }) => {
      return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    });
    const isRoute = (path: string): boolean =>
      contract.some((endpoint) => endpoint.endsWith(` ${path}`)) ||
      // A path that ends in a slash means all paths below it.
      server.app.hasRoute({ method: 'GET', url: path.replace(/\/$/, '/*') }) ||
      ROUTES.includes(path.slice(1));
    const spans = codeSpansOf(page);
    const inCommands = found(/localhost:8080(\/[\w/-]+)/g, [readPage(page)]);
    const bare = found(/^(\/(?!srv\/|etc\/|app\/|secrets\/)[a-z][\w/.-]*)$/g, spans);
    const withMethod = found(/^((?:GET|POST|PUT|PATCH|DELETE) \/[\w/@{}-]*(?:\.json)?)/g, spans);
    const isServed = (named: string): boolean =>
      contract.includes(named) || isRoute(named.replace(/^GET /, ''));
    expect([...inCommands, ...bare, ...withMethod].filter((it) => !isServed(it))).toEqual([]);
  });

  test('names only metrics that are printed', () => {
    for (const name of found(/^((?:mw|http|process|nodejs|matinee)_\w+)$/g, codeSpansOf(page))) {
      if (!name.endsWith('_')) expect(printed).toContain(name);
    }
  });

  test('names only commands and files that exist', () => {
    const scripts = found(/npm run (?:-s )?([\w:-]+)/g, [readPage(page)]);
    for (const name of scripts) expect(Object.keys(manifest.scripts)).toContain(name);
    const files = found(/(?:^|[\s`])((?:apps|docs|packages|prisma|scripts|tests)\/[\w./-]+\w)/g, [
      ...codeSpansOf(page),
      ...blocksOf(page).flatMap(({ lines }) => lines),
    ]);
    const missing = files.filter((path) => !path.includes('/dist') && !existsSync(path));
    expect(missing).toEqual([]);
  });

  test('quotes only labels of the pages', () => {
    const labels = JSON.stringify(english);
    const quoted = found(/“([^”]+)”/g, [proseOf(page)]);
    expect(quoted.filter((label) => !labels.includes(`"${label}"`))).toEqual([]);
  });
});

describe('links', () => {
  function leadsSomewhere(link: string, page: string): boolean {
    if (/^[a-z]+:/.test(link)) return z.url({ protocol: /^https?$/ }).safeParse(link).success;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(target)) return false;
    return anchor === undefined || anchorsOf(target).includes(anchor);
  }

  test.each(DOCUMENTS)('of %s lead somewhere', (page) => {
    const links = [
      ...found(/\]\(([^)\s]+)\)/g, [proseOf(page)]),
      ...found(/<(https?:[^>]+)>/g, [proseOf(page)]),
    ];
    expect(links.filter((link) => !leadsSomewhere(link, page))).toEqual([]);
  });

  test('and the pictures are small', () => {
    const pictures = found(/!\[[^\]]+\]\(([^)]+)\)/g, [readPage('README.md')]);
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) expect(readFileSync(picture).length).toBeLessThan(200 * 1024);
  });
});

describe('troubleshooting', () => {
  const page = 'docs/troubleshooting.md';
  const rows = found(/^\| (.+?) +\|/gm, [readPage(page)]);

  test('explains statuses that the contract documents', async () => {
    const endpoints = (await readContract()).map(({ endpoint }) => endpoint);
    const { paths } = openApiDocument(endpoints, { title: '', version: '' });
    const documented = found(/"(\d{3})":/g, [JSON.stringify(paths)]);
    const explained = found(/^(\d{3})$/g, rows);
    expect(explained.length).toBeGreaterThan(5);
    for (const status of explained) expect(documented).toContain(status);
  });
});
