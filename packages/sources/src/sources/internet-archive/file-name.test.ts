import { describe, expect, test } from 'vitest';
import { claimOf, stemOf } from './recordings.ts';

const night = { title: 'Night of the Living Dead', year: 1968 };
const friday = { title: 'His Girl Friday', year: 1940 };

describe('the claims of a file name', () => {
  test.each([
    ['NightOfTheLivingDead_720p.mp4', night, 'same'],
    ['Night_of_the_Living_Dead_(1968)_HD.ia.mp4', night, 'same'],
    ['films/01 - Night of the Living Dead.mp4', night, 'same'],
    ['nightofthelivingdead1968_512kb.mp4', night, 'same'],
    ['his_girl_friday.mp4', friday, 'same'],
    ['TheVampireBatNTSC.mp4', { title: 'The Vampire Bat', year: 1933 }, 'same'],
    ['DrJekyllandMrHyde_512kb.mp4', { title: 'Dr. Jekyll and Mr. Hyde', year: 1920 }, 'same'],
    ['sintel-2048-surround.mp4', { title: 'Sintel', year: 2010 }, 'same'],
    ['Topper Returns #1.mp4', { title: 'Topper Returns', year: 1941 }, 'same'],
    ['Topper Returns 2.mp4', { title: 'Topper Returns', year: 1941 }, 'another'],
    ['reel1.mp4', night, 'open'],
    ['Night.mp4', night, 'open'],
    ['notld.mp4', night, 'open'],
    ['VTS_01_1.mp4', night, 'open'],
    ['VIDEO_TS.mp4', night, 'open'],
    ['ed_1024.mp4', { title: 'Elephants Dream', year: 2006 }, 'open'],
    ['movie.mp4', friday, 'open'],
    ['Martha_Ivers.mp4', { title: 'The Strange Love of Martha Ivers', year: 1946 }, 'open'],
    ['Impact (1949).mp4', { title: 'Too Late for Tears', year: 1949 }, 'another'],
    ["The Saint's Girl Friday.mp4", friday, 'another'],
    ['charlie_chaplin_film_fest.mp4', { title: 'Easy Street', year: 1917 }, 'another'],
    ['Return of the Living Dead.mp4', night, 'another'],
    ['Бегущая строка.mp4', night, 'another'],
  ])('%s for %o: %s', (name, wanted, claim) => {
    expect(claimOf(stemOf(name), wanted)).toBe(claim);
  });

  test('an item found by its id may have a second name', () => {
    const stem = stemOf('Luna_nueva_1940.mp4');
    expect(claimOf(stem, friday)).toBe('another');
    expect(claimOf(stem, friday, ['Luna nueva'])).toBe('same');
  });
});
