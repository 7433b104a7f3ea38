import { expect, test } from 'vitest';
import { extensionSaid, overallOf, type Ways } from './setup-status.ts';

const UNSET: Ways = { extension: 'unknown', proxy: 'unset', site: 'used' };

test.each<readonly [string, Partial<Ways>]>([
  ['site', {}],
  ['site', { extension: 'asking' }],
  ['site', { extension: 'disallowed' }],
  ['none', { site: 'none' }],
  ['works', { extension: 'success', site: 'none' }],
  ['works', { proxy: 'works' }],
  ['attention', { proxy: 'unreachable' }],
  ['attention', { proxy: 'notProxy', extension: 'success' }],
  ['attention', { proxy: 'invalid' }],
  ['site', { proxy: 'asking' }],
])('the set-up as a whole is %s with %j', (overall, ways) => {
  expect(overallOf({ ...UNSET, ...ways })).toBe(overall);
});

test('an extension that may reach nothing is allowed in the same place as one that is not allowed', () => {
  expect(extensionSaid('noperms')).toBe('disallowed');
  expect(extensionSaid(undefined)).toBe('asking');
});
