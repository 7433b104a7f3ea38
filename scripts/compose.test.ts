// Checks that the compose files, alone and in the manual's combinations, name only existing things. Needs no Docker.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { z } from 'zod';
import { Options } from '../apps/api/src/config/config-options.ts';

const Names = z.record(z.string(), z.unknown());
const Network = z.object({ aliases: z.array(z.string()), ipv4_address: z.string() }).partial();
const Service = z.looseObject({
  image: z.string().optional(),
  build: z
    .looseObject({ target: z.string(), args: z.array(z.string()).optional() })
    .partial()
    .optional(),
  profiles: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  networks: z.union([z.array(z.string()), z.record(z.string(), Network.nullable())]).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.looseObject({ disable: z.boolean().optional() }).optional(),
});
const Subnet = z.object({ subnet: z.string(), ip_range: z.string() });
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  networks: z
    .record(
      z.string(),
      z
        .looseObject({ ipam: z.object({ config: z.array(Subnet) }) })
        .partial()
        .nullable(),
    )
    .default({}),
  volumes: Names.default({}),
});
type Compose = z.infer<typeof Compose>;

/** The tags that make Compose replace lists instead of joining them. */
const TAGS = ['!override', '!reset'].map((tag) => ({
  tag,
  collection: 'seq' as const,
  resolve: (list: unknown) => list,
}));

function read(file: string): unknown {
  const document = parseDocument(readFileSync(file, 'utf8'), { merge: true, customTags: TAGS });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

/** Merges files like Compose, except that later lists replace earlier ones, as the tests need. */
function merged(before: unknown, after: unknown): unknown {
  const [a, b] = [before, after].map((each) => Names.safeParse(each).data);
  if (!a || !b || Array.isArray(before) || Array.isArray(after)) return after ?? before;
  return Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [
      name,
      merged(a[name], b[name]),
    ]),
  );
}

const FILES = globSync('docker-compose*.yml');
const BASE = 'docker-compose.yml';
const SETS = [
  [BASE],
  [BASE, 'docker-compose.full.yml'],
  [BASE, 'docker-compose.full.yml', 'docker-compose.gpu.yml'],
  [BASE, 'docker-compose.https.yml'],
  [BASE, 'docker-compose.scale.yml'],
  [BASE, 'docker-compose.scale.yml', 'docker-compose.pooler.yml'],
] as const;

const dockerfile = readFileSync('Dockerfile', 'utf8');
const found = (pattern: RegExp, text: string): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
const stages = dockerfile.split(/^(?=FROM )/m);
const stageOf = (target: string): string | undefined =>
  stages.find((stage) => stage.split('\n')[0]?.endsWith(` AS ${target}`));

test('each file is in a combination', () => {
  expect(new Set(SETS.flat())).toEqual(new Set(FILES));
});

describe.each(SETS.map((files) => ({ name: files.join(' + '), files })))('$name', ({ files }) => {
  const compose: Compose = Compose.parse(files.map(read).reduce(merged));
  const services = Object.entries(compose.services);
  const networksOf = ({ networks = [] }: z.infer<typeof Service>): readonly string[] =>
    Array.isArray(networks) ? networks : Object.keys(networks);

  test('services build stages of the Dockerfile, with arguments that it takes, or name an image', () => {
    for (const [name, { image, build }] of services) {
      expect([name, image !== undefined]).toEqual([name, true]);
      if (!build) continue;
      expect([name, stageOf(build.target ?? '') !== undefined]).toEqual([name, true]);
      for (const arg of build.args ?? []) expect(found(/^ARG (\w+)/gm, dockerfile)).toContain(arg);
    }
  });

  test('services wait only for others that exist, and that report their health', () => {
    for (const [name, { depends_on: others = {} }] of services) {
      for (const [other, { condition }] of Object.entries(others)) {
        const target = compose.services[other];
        expect([name, other, target !== undefined]).toEqual([name, other, true]);
        if (condition !== 'service_healthy') continue;
        const isChecked = /^HEALTHCHECK /m.test(stageOf(target?.build?.target ?? '') ?? '');
        expect([other, isChecked && target?.healthcheck?.disable !== true]).toEqual([other, true]);
      }
    }
  });

  test('networks and volumes are declared, and no volume is left over', () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes.map((it) => it.split(':')));
    const named = mounts.flatMap(([source = '']) => (/^[./]/.test(source) ? [] : [source]));
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
    for (const [source = ''] of mounts)
      if (source.startsWith('.')) expect([source, existsSync(source)]).toEqual([source, true]);
    for (const [, service] of services)
      for (const network of networksOf(service))
        expect(Object.keys(compose.networks)).toContain(network);
  });

  test('the server gets options that exist, and trusts the address of its reverse proxy', () => {
    const known = new Set<string>([
      ...Options.keyof().options,
      ...Options.keyof().options.map((name) => `${name}_FILE`),
    ]);
    const environment = compose.services['app']?.environment ?? {};
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    const { TRUSTED_PROXIES: trusted } = environment;
    const fixed = services.flatMap(([, { networks = [] }]) =>
      Object.values(networks).flatMap((network) =>
        typeof network === 'string' || !network?.ipv4_address ? [] : [network.ipv4_address],
      ),
    );
    expect(fixed).toEqual(trusted === undefined ? [] : [trusted]);
    for (const address of fixed) {
      const [config] = compose.networks['front']?.ipam?.config ?? [];
      const isIn = (range = '') => {
        const [start = '', bits] = range.split('/');
        const list = new BlockList();
        list.addSubnet(start, Number(bits));
        return list.check(address);
      };
      // Other containers may get an address in the range.
      expect([isIn(config?.subnet), isIn(config?.ip_range)]).toEqual([true, false]);
    }
  });
});

test('the reverse proxy reaches the server by its alias, and gets the variables that it reads', () => {
  const caddyfile = readFileSync('docker/Caddyfile', 'utf8');
  for (const file of ['docker-compose.https.yml', 'docker-compose.scale.yml']) {
    const { app, ...others } = Compose.parse(read(file)).services;
    const [caddy] = Object.values(others);
    expect(Object.keys(caddy?.environment ?? {})).toEqual([
      ...new Set(found(/\{\$(\w+)\}/g, caddyfile)),
    ]);
    expect(app?.networks).toMatchObject({ front: { aliases: ['upstream'] } });
  }
  expect(new Set(found(/dynamic a (\S+ \d+)/g, caddyfile))).toEqual(new Set(['upstream 8080']));
});

test('the profile for monitoring reads files and reaches services that exist', () => {
  const { services } = Compose.parse(read(BASE));
  const { app, prometheus, grafana } = services;
  expect([prometheus?.profiles, grafana?.profiles]).toEqual([['monitoring'], ['monitoring']]);
  /** Returns the repository's file that a container sees at a path. */
  const fileAt = (path: string, mounts: readonly string[] = []): string | undefined => {
    const pairs = mounts.map((mount) => mount.split(':'));
    const at = pairs.find(([, target = '']) => path.startsWith(`${target}/`));
    return at && `${at[0]}${path.slice(at[1]?.length)}`;
  };
  const config = fileAt('/etc/prometheus/prometheus.yml', prometheus?.volumes) ?? '';
  expect(prometheus?.['command']).toContain('--config.file=/etc/prometheus/prometheus.yml');
  const Scrape = z.looseObject({
    rule_files: z.array(z.string()),
    scrape_configs: z.array(
      z.looseObject({
        dns_sd_configs: z.array(z.looseObject({ names: z.array(z.string()), port: z.number() })),
      }),
    ),
  });
  const { rule_files: rules, scrape_configs: jobs } = Scrape.parse(
    parse(readFileSync(config, 'utf8')),
  );
  for (const file of rules)
    expect(existsSync(fileAt(`/etc/prometheus/${file}`, prometheus?.volumes) ?? '')).toBe(true);
  for (const { names, port } of jobs.flatMap((job) => job.dns_sd_configs)) {
    for (const name of names) expect(Object.keys(services)).toContain(name);
    expect(port).toBe(app?.environment?.['PORT']);
  }
  const home = String(grafana?.environment?.['GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH']);
  expect(existsSync(fileAt(home, grafana?.volumes) ?? '')).toBe(true);
  const sources = readFileSync(
    'docker/monitoring/grafana/provisioning/datasources/prometheus.yml',
    'utf8',
  );
  expect(found(/url: http:\/\/(\w+):9090/g, sources)).toEqual(['prometheus']);
  const networks = [app, prometheus, grafana].map((service) => service?.networks);
  for (const each of networks) expect(each).toContain('outside');
});
