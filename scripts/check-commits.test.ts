import { expect, test } from 'vitest';
import { subjectFault } from './check-commits.ts';

test.each([
  'player: keep position when the quality changes',
  'security(stream-relay): reject over-long sealed names',
  'lock file: give every package an integrity hash, and check it',
  'release: 4.10.0',
])('"%s" is accepted', (subject) => {
  expect(subjectFault(subject)).toBeUndefined();
});

test.each([
  ['Take no seal of a name', 'begin with an area'],
  ['player:keep the position', 'begin with an area'],
  ['player: keep the position.', 'no period'],
  ['player: added a button', 'imperative'],
  [`player: keep ${'the position '.repeat(6)}`, 'at most 72'],
])('"%s" is refused: %s', (subject, fault) => {
  expect(subjectFault(subject)).toContain(fault);
});
