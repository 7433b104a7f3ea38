import { expect, test } from 'vitest';
import { createStreamTokens } from './stream-token.ts';

/** A token that version 4.9.5 issued with this secret, at this time. */
const tokens = createStreamTokens({
  secret: 'a secret of at least thirty-two characters',
  now: () => 1_800_000_000_000,
});
const FULL =
  'YNV4p3bPjy1EQFOO58ymxbmbyfpHz2qWx7G4LEQsXOyBSgB35MIFdIAXZSm4NmCPMrY53tbUN02nMtOL0mm_jF6rCFKbjprBeNCD9Yz-mn3Y2H6ilsPoNtqc8PQOhMDZAt6qFmd3oLhy_7GxAug8FxLrVYNqaHm9ZxyotaRWayfvmOEZpatNkw0t23Srd0M8XpaurGIZwZOU5wgQ7kU5uqVI';
const DIRECTORY =
  'YNV4p3bPjy1EQFOO58ymxfCw83RUdxgtDXomnebvVn7Irlq_kECtdcplkgolXfjJsXbBfZg-EU5dN88-2IY6LOygbazMqHpxlZynbXslJA8MmQCCMTvYt1S6tafaL2BHemIHax8bz-e_p345thh1x41qO_qbBGa5tbnGWS_My9wwzbN2KICHSJhEMt4v34AJElUTBA';
const LEAF = '.I3i3BihQ9Jpa0ZxUJYfk3lHGcd2z9mcmHqWJ2JOWmg';
const NAME = '~LYwInqNXe-xTV9RXSWroUorNfVnaB0ZEPBQyHnMFzad1tP_rJEI3v8K3yZTv3GdO';

test.each([
  [FULL, 'http://10.0.0.5/a/index.m3u8', 'playlist'],
  [DIRECTORY + LEAF, 'http://10.0.0.5/a/1.ts?key=secret', 'media'],
  [DIRECTORY + NAME, 'http://10.0.0.5/a/b/2.ts', 'media'],
])('%s still plays', (text, url, kind) => {
  expect(tokens.read(text, 'stream.ts')).toMatchObject({
    url,
    kind,
    headers: { referer: 'http://page.test/' },
    accountSession: 'a session',
  });
});

test('an old token is refused with any character of its end changed, or with another end', () => {
  const changed = [LEAF, NAME].flatMap((end) =>
    Array.from({ length: end.length - 1 }, (_, at) => {
      const other = end[at + 1] === 'A' ? 'B' : 'A';
      return DIRECTORY + end.slice(0, at + 1) + other + end.slice(at + 2);
    }),
  );
  const others = [
    `${DIRECTORY}.${NAME.slice(1)}`,
    `${DIRECTORY}~${LEAF.slice(1)}`,
    `${DIRECTORY}~`,
    `${DIRECTORY}.`,
    `${DIRECTORY}${LEAF}${LEAF}`,
    `${DIRECTORY}${LEAF}A`,
    `${FULL}${NAME}`,
    LEAF,
  ];
  for (const text of [...changed, ...others])
    expect(() => tokens.read(text)).toThrow("isn't valid on this server");
});
