import { describe, expect, test } from 'vitest';
import {
  isOpenLicence,
  checkRights,
  licenceName,
  type RightsClaim,
  type RightsRules,
} from './rights.ts';

const rules: RightsRules = {
  currentYear: 2026,
  isCurated: (id) => id === 'DuckandC1951',
  trusted: { collections: ['prelinger', 'nasa'], hosts: ['video.blender.org'] },
  allowed: { collections: ['our_society'], uploaders: ['curator@example.org'] },
};

describe('licenses', () => {
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
  ])('%s is not open', (url) => {
    expect(isOpenLicence(url)).toBe(false);
    expect(licenceName(url)).toBeUndefined();
  });
});

const BY = 'https://creativecommons.org/licenses/by/4.0/';
const BY_SA = 'https://creativecommons.org/licenses/by-sa/3.0/';
const BY_NC_ND = 'http://creativecommons.org/licenses/by-nc-nd/2.5/';
const ZERO = 'https://creativecommons.org/publicdomain/zero/1.0/';
const MARK = 'https://creativecommons.org/publicdomain/mark/1.0/';
const LEGACY = 'http://creativecommons.org/licenses/publicdomain/';

type Row = readonly [identifier: string, claim: Omit<RightsClaim, 'identifier'>];
const open = (licenceUrl: string, ...collections: string[]) => ({ licenceUrl, collections });
const community = (licenceUrl: string) => open(licenceUrl, 'opensource_movies', 'community');

describe('allowed works', () => {
  test.each<readonly [ground: string, ...Row]>([
    // Checked by an editor.
    ['curated', 'DuckandC1951', { collections: ['prelinger'] }],
    ['curated', 'DuckandC1951', community(MARK)],
    // Out of copyright, regardless of the uploader's claim.
    ['age', 'nosferatu-1922-restored', { verifiedYear: 1922, collections: ['feature_films'] }],
    ['age', 'Metropolis1927', { verifiedYear: 1927, ...community(MARK) }],
    ['age', 'TheGeneral_1926', { verifiedYear: 1926, ...community(BY_NC_ND) }],
    ['age', 'a-trip-to-the-moon-1902', { verifiedYear: 1902, licenceUrl: 'All rights reserved' }],
    ['age', 'all-quiet-on-the-western-front-1930', { verifiedYear: 1930 }],
    ['age', 'peertube-upload', { verifiedYear: 1920, host: 'anybody.example' }],
    // A license, in a collection or host with moderated uploads.
    ['licence', 'Dating1949', open(LEGACY, 'prelinger')],
    ['licence', 'despotism_1946', open(MARK, 'prelinger', 'ephemera')],
    ['licence', 'Apollo11Eagle', open(MARK, 'nasa')],
    ['licence', 'nasa-hubble-2019', open(ZERO, 'opensource_movies', 'nasa')],
    ['licence', 'Big Buck Bunny', { licenceUrl: BY, host: 'video.blender.org' }],
    ['licence', 'Sintel', { licenceUrl: BY_SA, host: 'video.blender.org' }],
    // A license, and the starter catalog lists the work as free.
    ['licence', 'night-of-the-living-dead-4k', { isCuratedWork: true, ...community(LEGACY) }],
    ['licence', 'charade_1963_hd', { isCuratedWork: true, ...community(MARK) }],
    ['licence', 'sintel-mirror', { isCuratedWork: true, ...community(BY) }],
    // Allowed by the operator.
    ['operator', 'summer-fete-2019', { collections: ['our_society'] }],
    ['operator', 'harbour-film', { uploader: 'curator@example.org' }],
    ['operator', 'harbour-film-2', { uploader: 'curator@example.org', ...community(BY) }],
  ])('%s: %s', (ground, identifier, claim) => {
    expect(checkRights({ identifier, ...claim }, rules)).toEqual({ accepted: true, ground });
  });

  test.each<Row>([
    // Studio movies with an anonymous uploader's claims.
    ['heat-1995-1080p-bluray', { uploader: 'nobody@example.com', ...community(MARK) }],
    ['heat.1995.remastered', community(BY)],
    ['The.Matrix.1999.720p', community(ZERO)],
    ['TheTerminator1984', open(LEGACY, 'moviesandfilms', 'feature_films')],
    ['double-indemnity-1944', open(MARK, 'feature_films', 'Film_Noir')],
    ['casablanca1942_202003', open(MARK, 'TheVideoCellarCollection')],
    ['Singin_in_the_Rain', open(BY_NC_ND, 'feature_films')],
    ['doctor-who-s01e01', open(BY_SA, 'classic_tv')],
    ['toy-story', open(BY, 'animationandcartoons', 'opensource_movies')],
    ['parasite-2019-kor', community(BY_SA)],
    // The upload's year differs from the catalog's, or the catalog has none.
    ['dracula-1931', { verifiedYear: 1931, ...community(MARK) }],
    ['frankenstein-1931-hd', { verifiedYear: 1931 }],
    ['king-kong-1933', { verifiedYear: 1933, ...open(LEGACY, 'SciFi_Horror') }],
    ['summer-2025', { verifiedYear: 2025, ...community(ZERO) }],
    ['nosferatu-the-vampyre-1979', community(MARK)],
    // Names similar to trusted ones.
    ['prelinger-like', open(MARK, 'prelinger_fans')],
    ['prelinger-case', open(MARK, 'Prelinger')],
    ['nasa-fake', open(ZERO, 'nasa_')],
    ['DuckandC1951-hd', community(MARK)],
    ['Elephants Dream', { licenceUrl: BY, host: 'video.blender.org.evil.example' }],
    ['Spring', { licenceUrl: BY, host: 'peertube.example' }],
    ['a-film', { uploader: 'curator@example.org.evil.example', ...community(BY) }],
    ['another-film', { uploader: 'our_society' }],
    // A trusted host without an open license.
    ['unlabeled-tape', { collections: ['prelinger'] }],
    ['reserved', open('All rights reserved', 'nasa')],
    ['Agent 327', { host: 'video.blender.org' }],
    ['false-deed', open('http://creativecommons.org.evil.example/licenses/by/4.0/', 'prelinger')],
    ['a-copy-of-charade', { isCuratedWork: true, collections: ['feature_films'] }],
  ])('not %s', (identifier, claim) => {
    expect(checkRights({ identifier, ...claim }, rules)).toEqual({
      accepted: false,
      reason: expect.any(String),
    });
  });

  test.each([
    [MARK, "a Public Domain Mark alone isn't proof"],
    [BY, 'only the uploader claims this license'],
    [undefined, 'nothing shows that it may be shown freely'],
    ['All rights reserved', 'nothing shows that it may be shown freely'],
  ])('the reason why %s is not enough is shown', (licenceUrl, reason) => {
    const verdict = checkRights({ identifier: 'an-upload', licenceUrl }, rules);
    expect(verdict).toEqual({ accepted: false, reason });
  });

  test('a work is old enough on January 1 after 95 years', () => {
    const claim = { identifier: 'an-upload', verifiedYear: 1931 };
    expect(checkRights(claim, rules).accepted).toBe(false);
    expect(checkRights(claim, { ...rules, currentYear: 2027 }).accepted).toBe(true);
  });
});
