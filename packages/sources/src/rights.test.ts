import { describe, expect, test } from 'vitest';
import { isOpenLicence, judgeRights, licenceName } from './rights.ts';
import type { RightsClaim, RightsRules } from './rights.ts';

const rules: RightsRules = { currentYear: 2026, isCurated: (id) => id === 'checked-by-hand' };
const unknown: RightsClaim = { identifier: 'an-upload', collections: ['feature_films'] };

describe('licences', () => {
  test.each([
    ['http://creativecommons.org/licenses/by/3.0/', 'CC BY 3.0'],
    ['https://www.creativecommons.org/licenses/by-nc-sa/4.0/deed.en', 'CC BY-NC-SA 4.0'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0 1.0'],
    ['https://creativecommons.org/publicdomain/mark/1.0', 'Public Domain Mark 1.0'],
    ['http://creativecommons.org/licenses/publicdomain/', 'Public domain'],
  ])('%s is open: %s', (url, name) => {
    expect(isOpenLicence(url)).toBe(true);
    expect(licenceName(url)).toBe(name);
  });

  test.each([
    'http://evil.example/creativecommons.org/licenses/by/3.0/',
    'http://creativecommons.org.evil.example/licenses/by/3.0/',
    'http://notcreativecommons.org/licenses/by/3.0/',
    'http://creativecommons.org@evil.example/licenses/by/3.0/',
    'http://evil.example/?x=http://creativecommons.org/licenses/by/3.0/',
    'http://creativecommons.org/',
    'http://creativecommons.org/licenses/',
    'http://creativecommons.org/about/licenses/by/3.0/',
    'http://creativecommons.org/publicdomain/zero/1.0x',
    'ftp://creativecommons.org/licenses/by/3.0/',
    'creativecommons.org/licenses/by/3.0/',
    'All rights reserved',
    '',
    undefined,
  ])('%s is not', (url) => {
    expect(isOpenLicence(url)).toBe(false);
    expect(licenceName(url)).toBeUndefined();
  });
});

describe('the rights gate', () => {
  test('an upload that nobody vouches for is refused', () => {
    expect(judgeRights(unknown, rules)).toEqual({ accepted: false });
  });

  test.each<[string, RightsClaim]>([
    ['curated', { identifier: 'checked-by-hand' }],
    ['licence', { ...unknown, licenceUrl: 'https://creativecommons.org/licenses/by/4.0/' }],
    ['age', { ...unknown, provenYear: 1930 }],
  ])('it is accepted on the ground of %s', (ground, claim) => {
    expect(judgeRights(claim, rules)).toEqual({ accepted: true, ground });
  });

  test('a work is old enough on the first of January after 95 years', () => {
    const claim = { ...unknown, provenYear: 1931 };
    expect(judgeRights(claim, rules).accepted).toBe(false);
    expect(judgeRights(claim, { ...rules, currentYear: 2027 }).accepted).toBe(true);
  });

  test('the operator may vouch for collections and uploaders', () => {
    const allowed = { collections: ['feature_films'], uploaders: ['me@example.org'] };
    const vouched = { ...rules, allowed };
    expect(judgeRights(unknown, vouched)).toEqual({ accepted: true, ground: 'operator' });
    const mine = { identifier: 'an-upload', uploader: 'me@example.org' };
    expect(judgeRights(mine, vouched)).toEqual({ accepted: true, ground: 'operator' });
    const theirs = { identifier: 'an-upload', collections: ['classic_tv'], uploader: 'them' };
    expect(judgeRights(theirs, vouched)).toEqual({ accepted: false });
  });
});
