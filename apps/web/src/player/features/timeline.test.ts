// @vitest-environment jsdom
import type { Timeline } from '@matinee/shared/media/timeline';
import { describe, expect, test, vi } from 'vitest';

import { isInFinalCredits, isNextNear, isNextOffered } from '../state/selectors.ts';
import { playing } from '../testing/playing.ts';
import { MOVIE } from '../testing/streams.ts';
import { chapterAt, skippableSegment } from './timeline.ts';

const DURATION = 2_700;
const CHAPTERS = [
  { start: 0, title: 'Cold open' },
  { start: 100, title: 'Intro' },
  { start: 160, title: 'Part 1' },
  { start: 2_600, title: 'Credits' },
];
const RECAP = { kind: 'recap', start: 95, end: 100 } as const;

/** A player at the start of a video of 45 minutes with this document. */
async function setUp(timeline: Timeline | Error, inline: Timeline = {}) {
  const fetchTimeline = vi.fn(async () => {
    if (timeline instanceof Error) throw timeline;
    return timeline;
  });
  const made = playing({ fetchTimeline });
  const { player, engines } = made;
  player.unload();
  const stream = { ...MOVIE, ...inline, timeline: 'https://own.test/timeline.json' };
  player.load(stream, { startAt: 0, autoplay: true });
  const { reports, engine } = engines.last();
  const at = (time: number, more = {}) =>
    reports.state({ time, paused: false, hasPlayed: true, seeking: false, ...more }, 'ready');
  at(0, { duration: DURATION });
  await vi.waitFor(() => expect(fetchTimeline).toHaveBeenCalledOnce());
  // Its reply is read a moment later.
  await new Promise((resolve) => setTimeout(resolve));
  vi.mocked(engine.seek).mockClear();
  const kind = () => skippableSegment(made.state())?.kind;
  return { ...made, at, kind, seek: engine.seek };
}

describe('chapters', () => {
  test('of the document replace those of the stream', async () => {
    const { state } = await setUp({ chapters: CHAPTERS }, { chapters: CHAPTERS.slice(0, 1) });
    expect(state().timeline.chapters).toEqual(CHAPTERS);
    expect(chapterAt(state(), 159)?.title).toBe('Intro');
    expect(chapterAt(state(), 160)?.title).toBe('Part 1');
  });

  test('of the stream stay if the document cannot be fetched or is that of another cut', async () => {
    const failed = await setUp(new Error('offline'), { chapters: CHAPTERS });
    expect(failed.state().timeline.chapters).toEqual(CHAPTERS);
    const other = await setUp({ chapters: CHAPTERS.slice(1), duration: 2_400 }, { chapters: [] });
    expect(other.state().timeline.chapters).toEqual([]);
  });

  test('are reached by steps', async () => {
    const { player, at, seek } = await setUp({ chapters: CHAPTERS });
    at(130);
    player.stepChapter(1);
    expect(seek).toHaveBeenLastCalledWith(160);
    at(170);
    player.stepChapter(-1);
    expect(seek).toHaveBeenLastCalledWith(160);
    at(161);
    player.stepChapter(-1);
    expect(seek).toHaveBeenLastCalledWith(100);
    at(1);
    player.stepChapter(-1);
    expect(seek).toHaveBeenLastCalledWith(0);
  });
});

describe('a segment', () => {
  test('is named by its chapter, else by the document', async () => {
    const wrong = { kind: 'intro', start: 10, end: 50 } as const;
    const { at, kind } = await setUp({ chapters: CHAPTERS, segments: [RECAP, wrong] });
    at(20);
    expect(kind()).toBeUndefined();
    at(96);
    expect(kind()).toBe('recap');
    at(120);
    expect(kind()).toBe('intro');
  });

  test('is offered from three seconds of length, and not in its last second', async () => {
    const short = { kind: 'recap', start: 10, end: 12.9 } as const;
    const { at, kind } = await setUp({ segments: [short, { kind: 'intro', start: 20, end: 50 }] });
    at(11);
    expect(kind()).toBeUndefined();
    at(48.9);
    expect(kind()).toBe('intro');
    at(49);
    expect(kind()).toBeUndefined();
  });

  test('is skipped to its end', async () => {
    const { player, at, seek } = await setUp({ chapters: CHAPTERS });
    player.skipSegment();
    expect(seek).not.toHaveBeenCalled();
    at(101);
    player.skipSegment();
    expect(seek).toHaveBeenCalledWith(160);
  });
});

describe('a segment of a chosen kind', () => {
  test('is skipped by itself once, together with the one after it', async () => {
    const { player, at, seek } = await setUp({ chapters: CHAPTERS, segments: [RECAP] });
    player.skipAutomatically(['recap', 'intro']);
    at(96);
    expect(seek).toHaveBeenCalledExactlyOnceWith(160);
    at(110);
    expect(seek).toHaveBeenCalledOnce();
  });

  test('is shown to a viewer who moves into it', async () => {
    const { player, at, seek } = await setUp({ chapters: CHAPTERS });
    player.skipAutomatically(['intro']);
    at(120, { seeking: true });
    at(121);
    expect(seek).not.toHaveBeenCalled();
  });

  test('waits while the video is paused', async () => {
    const { player, at, seek } = await setUp({ chapters: CHAPTERS });
    player.skipAutomatically(['intro']);
    at(101, { paused: true });
    expect(seek).not.toHaveBeenCalled();
    at(101);
    expect(seek).toHaveBeenCalledWith(160);
  });
});

describe('the next title', () => {
  test('is offered from the start of the credits, and fetched a little before', async () => {
    const { at, state } = await setUp({ chapters: CHAPTERS });
    at(2_560);
    expect(isNextNear(state())).toBe(true);
    expect(isNextOffered(state())).toBe(false);
    at(2_600);
    expect(isNextOffered(state())).toBe(true);
    expect(isInFinalCredits(state())).toBe(true);
  });

  test('waits for a scene after the credits', async () => {
    const segments = [{ kind: 'credits', start: 2_500, end: 2_640 }] as const;
    const { at, state } = await setUp({ segments: [...segments] });
    at(2_550);
    expect(isNextOffered(state())).toBe(false);
    expect(isInFinalCredits(state())).toBe(false);
  });
});
