import { describe, expect, test } from 'vitest';
import { segmentsOfChapters } from './chapter-segments.ts';

const DURATION = 1_500;

/** Returns the kind of a chapter with this name and a length of a minute. */
function kindAt(title: string, start = 1_300) {
  const chapters = [
    { start: 0, title: 'Beginning' },
    { start, title },
    { start: start + 60, title: 'Then' },
  ];
  return segmentsOfChapters(chapters, DURATION)[0]?.kind;
}

describe('a chapter', () => {
  test.each([
    ['intro', ['Intro', 'OPENING', 'Chapter 02: Opening', '3. OP 1', 'Opening Credits']],
    ['intro', ['Vorspann', 'Générique de début', 'Sigla', 'Опенинг', 'オープニング', 'פתיח']],
    ['recap', ['Recap', 'Previously on…', 'Was bisher geschah', 'Précédemment', '前情提要']],
    ['credits', ['Credits', 'End Credits', 'ED', 'Abspann', 'Générique de fin', 'Титры']],
    ['preview', ['Preview', 'Next Time', 'Vorschau', '次回予告']],
  ])('is of the kind %s if it is named so', (kind, titles) => {
    expect(titles.map((title) => kindAt(title))).toEqual(titles.map(() => kind));
  });

  test.each(['Opening Night', 'Intro End', 'The Recap', 'Credit Card', 'Part 1', '', 'Edward'])(
    'named “%s” is none',
    (title) => expect(kindAt(title)).toBeUndefined(),
  );

  test('of credits in the first half is none', () => {
    expect(kindAt('Credits', 60)).toBeUndefined();
  });
});

test('the last chapter ends with the video, and a long one is a part of the story', () => {
  const chapters = [
    { start: 0, title: 'Introduction' },
    { start: 400, title: 'Story' },
    { start: 1_400, title: 'Credits' },
  ];
  expect(segmentsOfChapters(chapters, DURATION)).toEqual([
    { kind: 'credits', start: 1_400, end: DURATION },
  ]);
});
