import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requiredNode } from './required-node.ts';

test.each(['18.0.0', '20.20.0', '22.15.0', '23.11.1'])(
  'Node %s is refused with a message',
  (version) => {
    const complaint = requiredNode(version);
    expect(complaint).toContain('needs Node 24 or later');
    expect(complaint).toContain(`This is Node ${version}.`);
  },
);

test.each(['24.0.0', '24.21.0', '26.1.0', '100.0.0'])('Node %s is accepted', (version) => {
  expect(requiredNode(version)).toBeUndefined();
});

test('package.json names the same version', () => {
  const manifest: unknown = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
  );
  expect(manifest).toMatchObject({ engines: { node: '>=24' } });
});
