import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  createSbom,
  dockerfileWithVersion,
  isLater,
  isVersion,
  lockWithVersion,
  manifestWithVersion,
  releaseNotes,
} from './release.ts';

test('versions are three numbers', () => {
  expect(['4.10.0', '0.0.1'].every(isVersion)).toBe(true);
  expect(['v4.10.0', '4.10', '4.010.0', '4.10.0-rc.1', ''].some(isVersion)).toBe(false);
});

test('versions are compared by number', () => {
  expect(isLater('4.10.0', '4.9.5')).toBe(true);
  expect(isLater('5.0.0', '4.9.5')).toBe(true);
  expect(isLater('4.9.5', '4.9.5')).toBe(false);
  expect(isLater('4.9.10', '4.10.0')).toBe(false);
});

test('the version of a manifest and its workspaces is replaced, and nothing else', () => {
  const text = readFileSync('apps/api/package.json', 'utf8');
  const now: { version: string } = JSON.parse(text);
  const next = manifestWithVersion(text, '99.0.0');
  expect(next).not.toBe(text);
  expect(next.replaceAll('99.0.0', now.version)).toBe(text);
});

test('outside packages with the same version keep it in the lock file', () => {
  const outside = { version: '1.0.0', dependencies: { other: '1.0.0' } };
  const lock = {
    name: 'matinee',
    version: '1.0.0',
    packages: {
      '': { version: '1.0.0' },
      'apps/api': { version: '1.0.0', dependencies: { '@matinee/shared': '1.0.0', zod: '1.0.0' } },
      'apps/extension': { version: '1.0.0' },
      'node_modules/outside': outside,
    },
  };
  const manifests = ['package.json', 'apps/api/package.json'];
  expect(JSON.parse(lockWithVersion(JSON.stringify(lock), '1.1.0', manifests))).toEqual({
    name: 'matinee',
    version: '1.1.0',
    packages: {
      '': { version: '1.1.0' },
      'apps/api': { version: '1.1.0', dependencies: { '@matinee/shared': '1.1.0', zod: '1.0.0' } },
      'apps/extension': { version: '1.0.0' },
      'node_modules/outside': outside,
    },
  });
});

test('the label of the image has the version, which is replaced, and nothing else', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const now: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const next = dockerfileWithVersion(dockerfile, '99.0.0');
  expect(next).toContain('image.version=99.0.0 ');
  expect(next.replaceAll('99.0.0', now.version)).toBe(dockerfile);
});

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Lists.

## [1.0.0]

First.
`;

test('unreleased changes move under the version and its date', () => {
  const { changelog, notes } = releaseNotes(CHANGELOG, '1.1.0', '2030-01-02');
  expect(notes).toBe('### Added\n\n- Lists.');
  expect(changelog).toBe(
    CHANGELOG.replace('[Unreleased]\n', '[Unreleased]\n\n## [1.1.0] - 2030-01-02\n'),
  );
});

test('an empty release is refused', () => {
  const { changelog } = releaseNotes(CHANGELOG, '1.1.0', '2030-01-02');
  expect(() => releaseNotes(changelog, '1.2.0', '2030-01-03')).toThrow('There is nothing under');
  expect(() => releaseNotes('# Changelog\n', '1.2.0', '2030-01-03')).toThrow('has no');
});

test('the bill of materials names every package of THIRD_PARTY, with its license', () => {
  const { bomFormat, metadata, components } = z
    .object({
      bomFormat: z.string(),
      metadata: z.object({ component: z.object({ name: z.string() }) }),
      components: z.array(
        z.object({ name: z.string(), licenses: z.array(z.unknown()).min(1), purl: z.string() }),
      ),
    })
    .parse(JSON.parse(createSbom()));
  expect(bomFormat).toBe('CycloneDX');
  // npm writes the folder's name.
  expect(metadata.component.name).toBe('matinee');
  const named = new Set(components.map(({ name }) => name));
  const listed = [...readFileSync('THIRD_PARTY', 'utf8').matchAll(/^(\S+) \d+\.\d+\.\d/gm)];
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.map(([, name = '']) => name).filter((name) => !named.has(name))).toEqual([]);
});
