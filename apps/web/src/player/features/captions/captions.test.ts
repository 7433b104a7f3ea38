// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';

import type { CueNode } from '../../captions/cue.ts';
import { secondTracks } from '../../captions/track.ts';
import { playing } from '../../testing/playing.ts';
import { ENGLISH, MOVIE, PLAYLIST } from '../../testing/streams.ts';
import { runningState } from '../../testing/running-state.ts';
import { installVttCue } from '../../testing/vtt-cue.ts';
import type { LoadCaption } from './loader.ts';
import { areCaptionsShowing, hasSecondCaptions, spokenLine } from './state.ts';
import type { PlayerState } from '../../state/state.ts';

installVttCue();

const srt = (text: string) => `1\n00:00:05,000 --> 00:00:08,000\n${text}\n`;

const loader = () => vi.fn<LoadCaption>((track) => Promise.resolve(srt(track.language)));

const words = (nodes: readonly CueNode[]): string =>
  nodes.map((node) => (node.kind === 'text' ? node.text : words(node.children))).join('');

const spoken = ({ captions }: PlayerState) => captions.active.map(({ nodes }) => words(nodes));

describe('trackCommands', () => {
  test('a caption is shown exactly during its cue', async () => {
    const { player, engines, state } = playing({ loadCaption: loader() });
    await player.chooseCaption('english');
    const { frame } = engines.last();
    const seen = [4.99, 5, 7.99, 8].map((time) => {
      frame(time);
      return spoken(state());
    });
    expect(seen).toEqual([[], ['en'], ['en'], []]);
  });

  test('frames without another cue do not notify the subscribers', async () => {
    const { player, engines } = playing({ loadCaption: loader() });
    await player.chooseCaption('english');
    engines.last().frame(5);
    const listener = vi.fn<() => void>();
    player.store.subscribe(listener);
    engines.last().frame(5.04);
    engines.last().frame(5.08);
    expect(listener).not.toHaveBeenCalled();
  });

  test('the last choice wins, whichever arrives first', async () => {
    const arrivals = new Map<string, (text: string) => void>();
    const { player, state } = playing({
      loadCaption: (track) => new Promise((resolve) => arrivals.set(track.id, resolve)),
    });
    const first = player.chooseCaption('german');
    const second = player.chooseCaption('english');
    expect(state().captions).toMatchObject({ chosen: null, pending: 'english' });
    arrivals.get('english')?.(srt('hello'));
    await second;
    arrivals.get('german')?.(srt('hallo'));
    await first;
    expect(state().captions).toMatchObject({ chosen: 'english', pending: null, language: 'en' });
  });

  test('off removes the caption and stops watching frames', async () => {
    const { player, engines, state } = playing({ loadCaption: loader() });
    await player.chooseCaption('english');
    engines.last().frame(5);
    await player.chooseCaption(null);
    expect(state().captions).toMatchObject({ chosen: null, active: [] });
    expect(engines.last().watchers()).toBe(0);
  });

  test.each([
    ['', 'Given text is empty'],
    ['<html>404</html>', 'Invalid subtitle format'],
  ])('a file of %j is rejected: %s', async (text, message) => {
    const { player, state } = playing({ loadCaption: () => Promise.resolve(text) });
    await player.chooseCaption('english');
    expect(state().captions).toMatchObject({
      chosen: null,
      pending: null,
      failure: { id: 'english', message },
    });
  });

  test('a file that fails to load reports why', async () => {
    const { player, state } = playing({ loadCaption: () => Promise.reject(new Error('gone')) });
    await player.chooseCaption('english');
    expect(state().captions.failure).toEqual({ id: 'english', message: 'gone' });
  });
});

describe('the working track stays', () => {
  const broken: LoadCaption = ({ id }) =>
    id === 'german' ? Promise.resolve('<html>404</html>') : Promise.resolve(srt('hello'));

  test('while another one is loading, and when that is invalid', async () => {
    const { player, engines, state } = playing({ loadCaption: broken });
    await player.chooseCaption('english');
    engines.last().frame(5);
    const next = player.chooseCaption('german');
    expect(state().captions).toMatchObject({ chosen: 'english', pending: 'german' });
    expect(spoken(state())).toEqual(['hello']);
    await next;
    expect(state().captions).toMatchObject({
      chosen: 'english',
      pending: null,
      language: 'en',
      failure: { id: 'german', message: 'Invalid subtitle format' },
    });
    expect(spoken(state())).toEqual(['hello']);
  });

  test('and the other one is fetched again, not taken from the cache', async () => {
    const load = vi.fn<LoadCaption>(broken);
    const { player } = playing({ loadCaption: load });
    await player.chooseCaption('german');
    await player.chooseCaption('german');
    expect(load.mock.calls.map(([, , isAnew]) => isAnew)).toEqual([false, true]);
  });

  test('returns when a track of the medium fails', async () => {
    const { player, engines, state } = playing({ loadCaption: broken });
    const track = { label: 'Dutch', language: 'nl', forced: false, hearingImpaired: false };
    engines.last().reports.state({ captionTracks: [{ ...track, id: '0' }] });
    await player.chooseCaption('english');
    await player.chooseCaption('medium:0');
    expect(state().captions.chosen).toBe('medium:0');
    vi.mocked(engines.last().engine.readCaption).mock.lastCall?.[0]?.onFailure();
    await vi.waitFor(() => expect(state().captions.chosen).toBe('english'));
    await vi.waitFor(() => expect(state().captions.failure?.id).toBe('medium:0'));
    engines.last().frame(5);
    expect(spoken(state())).toEqual(['hello']);
  });
});

describe('a second language', () => {
  const second = ({ captions }: PlayerState) =>
    captions.second.active.map(({ nodes }) => words(nodes));

  test('is shown with the first, and is on for the next movie', async () => {
    const { player, engines, state } = playing({ loadCaption: loader() });
    await player.chooseCaption('english');
    await player.captions.chooseSecond('german');
    engines.last().frame(5);
    expect([spoken(state()), second(state())]).toEqual([['en'], ['de']]);
    const [drawn] = vi.mocked(engines.last().engine.showCaption).mock.lastCall ?? [];
    expect(drawn?.language).toBe('en');
    player.load({ ...MOVIE, id: 'other' }, { startAt: 0, autoplay: true });
    await vi.waitFor(() => expect(state().captions.second.chosen).toBe('german'));
    await player.captions.chooseSecond(null);
    expect(state().captions).toMatchObject({ secondLanguage: null, second: { chosen: null } });
    expect(state().captions.chosen).toBe('english');
  });

  test('may come with the medium where the first does not', async () => {
    const { player, engines, state } = playing({ loadCaption: loader() });
    const { engine, frame, reports } = engines.last();
    const track = { label: '', forced: false, hearingImpaired: false };
    reports.state({
      captionTracks: [
        { ...track, id: '0', language: 'nl' },
        { ...track, id: '1', language: 'cs' },
      ],
    });
    await player.chooseCaption('english');
    expect(hasSecondCaptions(state())).toBe(true);
    await player.captions.chooseSecond('medium:1');
    const cue = (text: string) => [{ startTime: 4, endTime: 6, text }];
    const reading = vi.mocked(engine.readSecondCaption).mock.lastCall?.[0];
    expect(reading?.id).toBe('1');
    reading?.onCues(cue('<c.hot>jedna</c>'), 'WEBVTT\n\nSTYLE\n::cue(.hot) { color: tomato }\n\n');
    frame(5);
    expect([spoken(state()), second(state())]).toEqual([['en'], ['jedna']]);
    expect(state().captions.second.active[0]?.nodes).toMatchObject([
      { style: { color: 'tomato' } },
    ]);
    reading?.onFailure();
    expect(state().captions.second).toMatchObject({
      chosen: null,
      failure: { id: 'medium:1', message: 'failed to get caption data' },
    });
    expect(engine.readSecondCaption).toHaveBeenLastCalledWith(undefined);
    expect(state().captions.chosen).toBe('english');
    await player.chooseCaption('medium:0');
    const offered = secondTracks(state().captions.tracks, state().captions.chosen);
    expect(offered.map(({ id }) => id)).toEqual(['german', 'english']);
  });

  test('reports an error of its file, and leaves the first alone', async () => {
    const { player, state } = playing({
      loadCaption: ({ id }) => Promise.resolve(id === 'german' ? '' : srt('hello')),
    });
    await player.chooseCaption('english');
    await player.captions.chooseSecond('german');
    expect(state().captions).toMatchObject({
      chosen: 'english',
      failure: null,
      second: { chosen: null, failure: { id: 'german', message: 'Given text is empty' } },
    });
  });
});

describe('toggling', () => {
  test('starts with English, then remembers the last language', async () => {
    const { player, state } = playing({ loadCaption: loader() });
    player.toggleCaptions();
    await vi.waitFor(() => expect(state().captions.chosen).toBe('english'));
    await player.chooseCaption('german');
    player.toggleCaptions();
    expect(state().captions).toMatchObject({ chosen: null, pending: null });
    player.toggleCaptions();
    await vi.waitFor(() => expect(state().captions.chosen).toBe('german'));
  });

  test('takes the first track where the language is missing', async () => {
    const { player, state } = playing({ loadCaption: loader() });
    const [german] = MOVIE.captions;
    player.load({ ...MOVIE, captions: german ? [german] : [] }, { startAt: 0, autoplay: true });
    player.toggleCaptions();
    await vi.waitFor(() => expect(state().captions.chosen).toBe('german'));
  });

  test('takes the default of the medium until the viewer has chosen a language', async () => {
    const { player, engines, state } = playing({ loadCaption: loader() });
    player.load(PLAYLIST, { startAt: 0, autoplay: true });
    const track = { label: '', forced: false, hearingImpaired: false };
    engines.last().reports.state({
      captionTracks: [
        { ...track, id: '0', language: 'en', forced: true, isDefault: true },
        { ...track, id: '1', language: 'en' },
        { ...track, id: '2', language: 'fr', isDefault: true },
      ],
    });
    player.toggleCaptions();
    await vi.waitFor(() => expect(state().captions.chosen).toBe('medium:2'));
    await player.chooseCaption('medium:1');
    player.toggleCaptions();
    player.toggleCaptions();
    await vi.waitFor(() => expect(state().captions.chosen).toBe('medium:1'));
  });

  test('does nothing without any', () => {
    const { player, state } = playing({ loadCaption: loader() });
    player.load(PLAYLIST, { startAt: 0, autoplay: true });
    player.toggleCaptions();
    expect(state().captions).toMatchObject({ chosen: null, pending: null, failure: null });
  });
});

describe('another stream', () => {
  test('shows the same language when captions were on', async () => {
    const { player, state } = playing({ loadCaption: loader() });
    await player.chooseCaption('german');
    player.load({ ...MOVIE, id: 'other' }, { startAt: 0, autoplay: true });
    await vi.waitFor(() => expect(state().captions.chosen).toBe('german'));
  });

  test('starts without captions when they were off', async () => {
    const load = loader();
    const { player, state } = playing({ loadCaption: load });
    player.load({ ...MOVIE, id: 'other' }, { startAt: 0, autoplay: true });
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    expect(state().captions.tracks).toHaveLength(2);
  });

  test('a new engine shows the captions of the old one', async () => {
    const { player, engines, state, detach, frame, video } = playing({ loadCaption: loader() });
    await player.chooseCaption('english');
    detach();
    expect(engines.last().watchers()).toBe(0);
    player.attach(video, frame);
    engines.last().frame(6);
    expect(spoken(state())).toEqual(['en']);
  });
});

test('captions count as on while they are loading', () => {
  const state = runningState();
  expect(areCaptionsShowing(state)).toBe(false);
  const captions = { ...state.captions, isWanted: true, pending: 'x' };
  expect(areCaptionsShowing({ ...state, captions })).toBe(true);
});

test('the spoken line is found where its captions are shown, delay included', () => {
  const cue = (id: number, start: number) => ({
    id,
    start,
    end: start + 2,
    nodes: [],
    raw: { startTime: start, endTime: start + 2, text: '' },
  });
  const state = runningState({ media: { time: 10.5 } });
  const cues = [cue(0, 4), cue(1, 10)];
  const delayed = (delay: number) => ({ ...state, captions: { ...state.captions, cues, delay } });
  expect(spokenLine(delayed(0))).toBe(1);
  expect(spokenLine(delayed(1))).toBe(0);
});

describe('forced captions', () => {
  const FORCED = { ...ENGLISH, id: 'forced', forced: true };
  const setUp = async (language: string | undefined, forced = [FORCED]) => {
    const made = playing({ loadCaption: loader() });
    const audioTracks = language === undefined ? [] : [{ id: 'a', language, label: '' }];
    made.player.load(
      { ...MOVIE, captions: [...MOVIE.captions, ...forced] },
      { startAt: 0, autoplay: true },
    );
    made.engines.last().reports.state({ audioTracks, audioTrack: 'a' });
    await Promise.resolve();
    return made;
  };
  const shown = async (state: () => PlayerState, id: string | null) =>
    await vi.waitFor(() => expect(state().captions.chosen).toBe(id));

  test('of the language that is heard are shown while captions are off, and not remembered', async () => {
    const { state } = await setUp('en-US');
    await shown(state, 'forced');
    expect(areCaptionsShowing(state())).toBe(false);
    expect(state().captions).toMatchObject({ isWanted: false, language: null });
  });

  test('of another language stay hidden, until that is heard', async () => {
    const { engines, state } = await setUp('de');
    await shown(state, null);
    engines.last().reports.state({
      audioTracks: [{ id: 'b', language: 'en', label: '' }],
      audioTrack: 'b',
    });
    await shown(state, 'forced');
  });

  test('are shown in a video whose language is unknown if there is only one', async () => {
    await shown((await setUp(undefined)).state, 'forced');
    const two = [FORCED, { ...FORCED, id: 'other', language: 'fr' }];
    await shown((await setUp(undefined, two)).state, null);
  });

  test('make way for captions, and come back after them', async () => {
    const { player, state } = await setUp('en');
    await shown(state, 'forced');
    player.toggleCaptions();
    await shown(state, 'english');
    expect(areCaptionsShowing(state())).toBe(true);
    player.toggleCaptions();
    await shown(state, 'forced');
  });
});
