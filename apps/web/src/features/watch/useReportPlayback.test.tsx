// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { reportPlayback } from '@matinee/shared/contract/playbacks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setReporting } from '#data/preferences/playback.ts';
import { playing } from '#player/testing/playing.ts';
import { MOVIE } from '#player/testing/streams.ts';
import { useReportPlayback } from './useReportPlayback.ts';
import { noProgress } from './sources/scrape-progress.ts';
import type { WatchState } from './watch-machine.ts';

const states: string[] = [];

beforeEach(() => {
  states.length = 0;
  setReporting(true);
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    states.push(reportPlayback.body.parse(JSON.parse(body)).state);
    return new Response('true', { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function watch() {
  const { player, engines } = playing();
  const meta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' } as const;
  const state: WatchState = {
    at: 'playing',
    meta,
    stream: MOVIE,
    sourceId: 'folder',
    progress: noProgress,
  };
  const view = renderHook(() => useReportPlayback(state, player));
  engines.last().reports.state({ time: 10, paused: false, hasPlayed: true }, 'ready');
  return view;
}

/** A page goes to the back-forward cache, or comes from it. */
const page = (name: 'pagehide' | 'pageshow') =>
  dispatchEvent(new PageTransitionEvent(name, { persisted: true }));

test('a page that is kept in the back-forward cache has left, and plays again when it returns', async () => {
  const { unmount } = watch();
  await vi.waitFor(() => expect(states).toEqual(['playing']));
  page('pagehide');
  page('pagehide');
  await vi.waitFor(() => expect(states).toEqual(['playing', 'left']));
  page('pageshow');
  await vi.waitFor(() => expect(states).toEqual(['playing', 'left', 'playing']));
  unmount();
  await vi.waitFor(() => expect(states).toEqual(['playing', 'left', 'playing', 'left']));
  page('pageshow');
  expect(states).toHaveLength(4);
});
