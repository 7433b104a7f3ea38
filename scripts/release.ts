// `npm run release -- 4.10.0`: sets the version, updates the changelog, creates the extension's archives and the bill
// of materials, commits and tags. `--dry-run` only prints the steps.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** Records, because zod would reorder the keys of objects. */
const Fields = z.record(z.string(), z.unknown());
const Dependencies = z.record(z.string(), z.string());
type Fields = z.infer<typeof Fields>;

/** The files with the version. Excludes the extension, which has its protocol's version. */
const MANIFESTS = [
  'package.json',
  'packages/shared/package.json',
  'packages/sources/package.json',
  'apps/api/package.json',
  'apps/web/package.json',
];
const LOCK = 'package-lock.json';
const DOCKERFILE = 'Dockerfile';
const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## [Unreleased]';

const print = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const isVersion = (text: string): boolean =>
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/.test(text);

/** Returns whether `a` is a later version than `b`. */
export function isLater(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = left?.findIndex((part, index) => part !== right?.[index]) ?? -1;
  return at !== -1 && (left?.[at] ?? 0) > (right?.[at] ?? 0);
}

function withVersion(manifest: Fields, version: string): Fields {
  if (manifest.dependencies === undefined) return { ...manifest, version };
  const dependencies = Object.entries(Dependencies.parse(manifest.dependencies)).map(
    ([name, wanted]) => [name, name.startsWith('@matinee/') ? version : wanted],
  );
  return { ...manifest, version, dependencies: Object.fromEntries(dependencies) };
}

export function manifestWithVersion(text: string, version: string): string {
  return print(withVersion(Fields.parse(JSON.parse(text)), version));
}

/** Sets the version of workspaces only, because other packages may have the same number. */
export function lockWithVersion(
  text: string,
  version: string,
  manifests: readonly string[],
): string {
  const folders = new Set(manifests.map((path) => path.replace(/\/?package\.json$/, '')));
  const lock = Fields.parse(JSON.parse(text));
  const packages = Object.entries(z.record(z.string(), Fields).parse(lock.packages)).map(
    ([path, entry]) => [path, folders.has(path) ? withVersion(entry, version) : entry],
  );
  return print({ ...lock, version, packages: Object.fromEntries(packages) });
}

export function dockerfileWithVersion(text: string, version: string): string {
  return text.replace(/(image\.version=)[\d.]+/, `$1${version}`);
}

/** Moves unreleased changes below the version and its date. Throws if there is nothing to release. */
export function releaseNotes(
  changelog: string,
  version: string,
  date: string,
): { readonly changelog: string; readonly notes: string } {
  const start = changelog.indexOf(UNRELEASED);
  if (start === -1) throw new Error(`${CHANGELOG} has no "${UNRELEASED}".`);
  const from = start + UNRELEASED.length;
  const next = changelog.indexOf('\n## ', from);
  const to = next === -1 ? changelog.length : next;
  const notes = changelog.slice(from, to).trim();
  if (notes === '') throw new Error(`There is nothing under "${UNRELEASED}" in ${CHANGELOG}.`);
  const heading = `${UNRELEASED}\n\n## [${version}] - ${date}`;
  const rest = changelog.slice(to).trim();
  const parts = [changelog.slice(0, start) + heading, notes, ...(rest === '' ? [] : [rest])];
  return { changelog: `${parts.join('\n\n')}\n`, notes };
}

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} failed.`);
  return stdout.trim();
}

const LockPackages = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});
const Sbom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * Returns a CycloneDX bill of materials with the packages of a release and their licenses. Doesn't use `--omit=dev`,
 * with which npm 11 leaves out most dependencies of workspaces. npm names the bill after the folder.
 */
export function createSbom(): string {
  const lock = LockPackages.parse(JSON.parse(readFileSync(LOCK, 'utf8')));
  const shipped = new Set(
    Object.entries(lock.packages)
      .filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`),
  );
  const text = run('npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  const all = Sbom.parse(JSON.parse(text));
  const components = all.components.filter(({ name, version }) =>
    shipped.has(`${name}@${version}`),
  );
  const ref = all.metadata.component['bom-ref'];
  const component = { ...all.metadata.component, name: ref.replace(/@[^@]*$/, '') };
  const refs = new Set([component, ...components].map((each) => each['bom-ref']));
  const dependencies = all.dependencies
    .filter((each) => refs.has(each.ref))
    .map((each) => ({ ...each, dependsOn: each.dependsOn.filter((it) => refs.has(it)) }));
  return print({ ...all, metadata: { ...all.metadata, component }, components, dependencies });
}

function release(version: string, isDryRun: boolean): void {
  const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
  const { version: current } = z.object({ version: z.string() }).parse(manifest);
  if (!isVersion(version)) throw new Error('Specify a version: npm run release -- 4.10.0');
  if (!isLater(version, current)) throw new Error(`${version} is not later than ${current}.`);
  const branch = run('git', 'branch', '--show-current');
  if (branch !== 'main') throw new Error('Releases can only be made on the main branch.');
  if (run('git', 'status', '--porcelain') !== '') {
    throw new Error('There are uncommitted changes.');
  }
  const tag = `v${version}`;
  if (run('git', 'tag', '--list', tag) !== '') throw new Error(`The tag ${tag} already exists.`);

  const date = new Date().toISOString().slice(0, 10);
  const { changelog, notes } = releaseNotes(readFileSync(CHANGELOG, 'utf8'), version, date);
  const read = (path: string) => readFileSync(path, 'utf8');
  const files = new Map([
    ...MANIFESTS.map((path) => [path, manifestWithVersion(read(path), version)] as const),
    [LOCK, lockWithVersion(read(LOCK), version, MANIFESTS)],
    [DOCKERFILE, dockerfileWithVersion(read(DOCKERFILE), version)],
    [CHANGELOG, changelog],
  ]);
  if (isDryRun) {
    console.log(`Would release ${version} (now ${current}) on ${date}.\n`);
    console.log(`Files: ${[...files.keys()].join(', ')}\nTag: ${tag}\n\n${notes}`);
    return;
  }
  try {
    for (const [path, text] of files) writeFileSync(path, text);
    console.log(run('npm', 'run', '--silent', 'build:extension'));
    mkdirSync('dist', { recursive: true });
    const bill = `dist/matinee-${version}.cdx.json`;
    writeFileSync(bill, createSbom());
    console.log(bill);
    run('git', 'commit', '--quiet', '--all', `--message=release: ${version}`);
  } catch (error) {
    // Restore the files. The next attempt would otherwise find uncommitted changes.
    run('git', 'checkout', '--quiet', 'HEAD', '--', ...files.keys());
    throw error;
  }
  // Keep headings of the notes, which begin with git's comment character.
  run('git', 'tag', '--annotate', '--cleanup=verbatim', `--message=${tag}\n\n${notes}\n`, tag);
  console.log(`Released ${version}. Publish it: git push --follow-tags`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const args = process.argv.slice(2);
  try {
    release(args.find((arg) => !arg.startsWith('-')) ?? '', args.includes('--dry-run'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
