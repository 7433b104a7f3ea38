import { segmentsOfChapters } from '@matinee/shared/media/chapter-segments';
import type { Stream } from '@matinee/shared/media/stream';
import { Timeline, type Chapter, type Segment } from '@matinee/shared/media/timeline';
import type { StoreApi } from 'zustand/vanilla';

import { requestText } from '#lib/http.ts';

import { hasMedia, isRunning } from './playback.ts';
import type { PlaybackCommands, PlaybackState } from './playback.ts';

type SegmentName = Segment['kind'];

interface TimelineState {
  readonly chapters: readonly Chapter[];
  readonly segments: readonly Segment[];
  /** Kinds of segments that are skipped automatically. */
  readonly automatic: readonly SegmentName[];
}

export interface TimelineSlice extends PlaybackState {
  readonly timeline: TimelineState;
}

export const initialTimeline: TimelineState = { chapters: [], segments: [], automatic: [] };

const MIN_SEGMENT_SECONDS = 3;
/** A skip within the last second is not worth the jump. */
const LAST_SECONDS = 1;
/** Clocks of containers and of chapters differ by less. */
const TOLERANCE_SECONDS = 0.25;

export const chapterAt = ({ timeline }: TimelineSlice, seconds: number): Chapter | undefined =>
  timeline.chapters.findLast(({ start }) => start <= seconds + TOLERANCE_SECONDS);

/** The segment around the current second that is worth skipping. */
export function skippableSegment(state: TimelineSlice): Segment | undefined {
  const { time } = state.media;
  if (!hasMedia(state) || !state.media.hasPlayed) return undefined;
  return state.timeline.segments.find(
    ({ start, end }) =>
      end - start >= MIN_SEGMENT_SECONDS && time >= start && time < end - LAST_SECONDS,
  );
}

/** Returns the credits at the end of the title. The story ends where they start. */
export function finalCredits({ timeline, media }: TimelineSlice): Segment | undefined {
  return timeline.segments.find(
    ({ kind, end }) => kind === 'credits' && end >= media.duration - FINAL_SECONDS,
  );
}
/** Logos after the credits take less. */
const FINAL_SECONDS = 15;

export interface TimelineCommands {
  /** Applies to this stream and to later ones. */
  readonly skipAutomatically: (kinds: readonly SegmentName[]) => void;
  readonly skipSegment: () => void;
  /** Seeks to the next chapter (1), or to the start of the current one and then of earlier ones (-1). */
  readonly stepChapter: (direction: 1 | -1) => void;
}

export type FetchTimeline = (url: string, signal: AbortSignal) => Promise<Timeline>;

/** Keeps the chapters and the skippable segments of the current stream. */
export function createTimeline(
  store: StoreApi<TimelineSlice>,
  seek: PlaybackCommands['seek'],
  fetchTimeline: FetchTimeline = requestTimeline,
) {
  let life = new AbortController();
  let fetched: Timeline | undefined;
  /** Segments that are not skipped automatically again: the viewer may have gone back to watch them. */
  const seen = new Set<string>();

  const set = (patch: Partial<TimelineState>) =>
    store.setState(({ timeline }) => ({ timeline: { ...timeline, ...patch } }));

  function update({ stream, media }: TimelineSlice) {
    const { duration } = media;
    const known = fetched && isOfLength(fetched, duration) ? fetched : undefined;
    const chapters = known?.chapters ?? stream?.chapters ?? [];
    const named = duration > 0 ? segmentsOfChapters(chapters, duration) : [];
    const given = (known?.segments ?? stream?.segments ?? []).filter(
      (segment) => !named.some(({ kind }) => kind === segment.kind),
    );
    set({ chapters, segments: [...named, ...given].toSorted((a, b) => a.start - b.start) });
  }

  async function open(stream: Stream | undefined) {
    life.abort();
    const { signal } = (life = new AbortController());
    fetched = undefined;
    seen.clear();
    update(store.getState());
    if (stream?.timeline === undefined) return;
    // The timeline is optional: a failure changes nothing.
    const found = await fetchTimeline(stream.timeline, signal).catch(() => undefined);
    if (signal.aborted || !found) return;
    fetched = found;
    update(store.getState());
  }

  function skipIfChosen(state: TimelineSlice) {
    const segment = skippableSegment(state);
    const { automatic, segments } = state.timeline;
    if (!segment || !automatic.includes(segment.kind) || seen.has(nameOf(segment))) return;
    // The viewer has seeked into the segment.
    if (state.media.seeking) seen.add(nameOf(segment));
    else if (isRunning(state) && state.scrub === null) {
      seen.add(nameOf(segment));
      let { end } = segment;
      for (const next of segments) {
        if (!automatic.includes(next.kind) || next.start > end + 1 || next.end < end) continue;
        seen.add(nameOf(next));
        ({ end } = next);
      }
      seek(end);
    }
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (state.stream !== before.stream) void open(state.stream);
    else if (!Object.is(state.media.duration, before.media.duration)) update(state);
    else if (state.media !== before.media) skipIfChosen(state);
  });

  const commands: TimelineCommands = {
    skipAutomatically: (automatic) => set({ automatic }),
    skipSegment: () => {
      const segment = skippableSegment(store.getState());
      if (segment) seek(segment.end);
    },
    stepChapter: (direction) => {
      const { media, timeline } = store.getState();
      const starts = timeline.chapters.map(({ start }) => start);
      const target =
        direction === 1
          ? starts.find((start) => start > media.time + TOLERANCE_SECONDS)
          : starts.findLast((start) => start < media.time - RESTART_SECONDS);
      if (target !== undefined) seek(target);
      else if (direction === -1 && starts.length > 0) seek(0);
    },
  };
  return {
    commands,
    stop: () => {
      unsubscribe();
      life.abort();
    },
  };
}

const nameOf = ({ kind, start }: Segment): string => `${kind} ${start}`;

/** Later than this in a chapter, a step back leads to its start. */
const RESTART_SECONDS = 3;

/** Other cuts of a title have other times. */
const isOfLength = ({ duration }: Timeline, played: number): boolean =>
  duration === undefined || played === 0 || Math.abs(duration - played) <= played * 0.02;

const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 20_000;

const requestTimeline: FetchTimeline = async (url, signal) => {
  const limits = { signal, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };
  const { status, body } = await requestText(url, limits);
  if (status !== 200) throw new Error(`Status ${status}`);
  return Timeline.parse(JSON.parse(body));
};
