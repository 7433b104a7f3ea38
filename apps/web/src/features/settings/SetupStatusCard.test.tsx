import { expect, test } from 'vitest';
import { overallStatus, type SetupStatus } from './SetupStatusCard.tsx';

const UNSET: SetupStatus = { extension: 'unknown', proxy: 'unset', site: 'used' };

test.each<readonly [string, Partial<SetupStatus>]>([
  ['site', {}],
  ['checking', { extension: 'checking' }],
  ['site', { extension: 'disallowed' }],
  ['site', { extension: 'noperms' }],
  ['none', { site: 'none' }],
  ['works', { extension: 'success', site: 'none' }],
  ['works', { proxy: 'works' }],
  ['attention', { proxy: 'unreachable' }],
  ['attention', { proxy: 'notProxy', extension: 'success' }],
  ['attention', { proxy: 'invalid' }],
  ['checking', { proxy: 'checking' }],
  ['checking', { proxy: 'checking', site: 'none' }],
  ['works', { extension: 'success', proxy: 'checking' }],
  ['attention', { extension: 'checking', proxy: 'invalid' }],
])('the overall status is %s with %j', (overall, ways) => {
  expect(overallStatus({ ...UNSET, ...ways })).toBe(overall);
});
