// @vitest-environment jsdom
import type { ImageCaptionTrack } from '@matinee/shared/media/stream';
import { describe, expect, test, vi } from 'vitest';

import { wordsOf } from '../../captions/cue.ts';
import type { CaptionEntry } from '../../captions/track.ts';
import { playing } from '../../testing/playing.ts';
import { MOVIE, PLAYLIST } from '../../testing/streams.ts';
import { installVttCue } from '../../testing/vtt-cue.ts';
import type { PlayerOptions } from '../../player.ts';
import type { PlayerState } from '../../state/state.ts';

installVttCue();

const srt = (text: string) => `1\n00:00:05,000 --> 00:00:08,000\n${text}\n`;
const START = { startAt: 0, autoplay: true };
const spoken = ({ captions }: PlayerState) => captions.active.map(({ nodes }) => wordsOf(nodes));
const file = (text: string, name = 'mine.srt') => new File([text], name);

const CZECH: CaptionEntry = {
  id: 'service:1',
  type: 'vtt',
  url: '/subtitles/file/1',
  hasCorsRestrictions: false,
  language: 'cs',
  origin: 'service',
};
const MEDIUM = { label: 'English', language: 'en', forced: false, hearingImpaired: false };

const start = (options: PlayerOptions = {}) =>
  playing({ loadCaption: (track) => Promise.resolve(srt(track.language)), ...options });

const chosen = (state: () => PlayerState, id: string | null) =>
  vi.waitFor(() => expect(state().captions.chosen).toBe(id));

describe('image subtitles', () => {
  const IMAGES: ImageCaptionTrack = {
    id: 'images',
    type: 'pgs',
    url: 'https://films.test/en.sup',
    hasCorsRestrictions: false,
    language: 'en',
  };
  const load = { ...MOVIE, imageCaptions: [IMAGES] };
  const bytes = Uint8Array.of(0x50, 0x47, 0, 0);

  test('are offered with the text tracks, fetched unchanged and rendered', async () => {
    const { player, state } = start({ loadCaptionImages: () => Promise.resolve(bytes) });
    player.load(load, START);
    await player.chooseCaption('images');
    expect(state().captions).toMatchObject({ chosen: 'images', styled: { kind: 'pgs', bytes } });
    expect(state().captions.cues).toEqual([]);
    await player.chooseCaption('english');
    expect(state().captions).toMatchObject({ chosen: 'english', styled: null });
  });

  test('that are invalid cause an error, and the shown track stays', async () => {
    const page = new TextEncoder().encode('<!doctype html>');
    const { player, state } = start({ loadCaptionImages: () => Promise.resolve(page) });
    player.load(load, START);
    await player.chooseCaption('english');
    await player.chooseCaption('images');
    expect(state().captions).toMatchObject({
      chosen: 'english',
      failure: { id: 'images', message: 'Invalid subtitle format' },
    });
  });
});

describe('an uploaded file', () => {
  test('is chosen as soon as it is read, and stays when another source plays', async () => {
    const { player, engines, state } = start();
    player.captions.openTitle('a', undefined);
    await player.captions.addFile(file(srt('mine')));
    expect(state().captions).toMatchObject({
      chosen: 'custom-caption',
      isWanted: true,
      language: null,
    });
    engines.last().frame(6);
    expect(spoken(state())).toEqual(['mine']);
    player.unload();
    expect(state().captions.tracks).toEqual([]);
    player.load({ ...MOVIE, id: 'other source' }, START);
    await chosen(state, 'custom-caption');
    player.captions.openTitle('b', undefined);
    player.load({ ...MOVIE, id: 'other title' }, START);
    expect(state().captions.tracks.some(({ origin }) => origin === 'file')).toBe(false);
  });

  test('does not replace another one', async () => {
    const { player, state } = start();
    await player.captions.addFile(file(srt('first')));
    await player.captions.addFile(file(srt('second')));
    const own = state().captions.tracks.filter(({ origin }) => origin === 'file');
    expect(own.map(({ id, label }) => [id, label])).toEqual([
      ['custom-caption', 'mine.srt'],
      ['custom-caption-2', 'mine.srt'],
    ]);
    expect(state().captions.chosen).toBe('custom-caption-2');
  });

  test.each([
    ['', 'Given text is empty'],
    ['a letter', 'Invalid subtitle format'],
  ])('that is invalid is rejected, and the shown track stays', async (text, message) => {
    const { player, state } = start();
    await player.chooseCaption('english');
    await player.captions.addFile(file(text));
    expect(state().captions).toMatchObject({
      chosen: 'english',
      pending: null,
      failure: { id: 'new-file', message },
    });
  });

  test.each([
    ['mine.srt', 8],
    ['mine.sup', 128],
  ])('that is too large names its limit: %s', async (name, limit) => {
    const { player, state } = start();
    const maxBytes = limit * 1024 * 1024;
    const large = file('', name);
    Object.defineProperty(large, 'size', { value: maxBytes + 1 });
    await player.captions.addFile(large);
    expect(state().captions.failure).toEqual({
      id: 'new-file',
      message: 'The file is too large',
      maxBytes,
    });
  });
});

describe('the subtitle services', () => {
  test('are searched once, and their captions can be chosen', async () => {
    const { player, state } = start();
    const find = vi.fn<() => Promise<readonly CaptionEntry[]>>(() => Promise.resolve([CZECH]));
    expect(state().captions.search).toEqual({ at: 'unavailable' });
    player.captions.openTitle('a', find);
    player.captions.openTitle('a', find);
    const searching = player.captions.search();
    expect(state().captions.search).toEqual({ at: 'searching' });
    await searching;
    expect(state().captions.search).toEqual({ at: 'found' });
    await player.chooseCaption('service:1');
    expect(state().captions).toMatchObject({
      chosen: 'service:1',
      language: 'cs',
      fromService: true,
    });
    expect(find).toHaveBeenCalledOnce();
  });

  test('are searched automatically after captions from them the last time', async () => {
    const { player, state } = start({
      captions: { isWanted: true, language: 'cs', fromService: true },
    });
    player.captions.openTitle('a', () => Promise.resolve([CZECH]));
    player.load({ ...MOVIE, id: 'next' }, START);
    await chosen(state, 'service:1');
  });

  test('that fail report why, and can be searched again', async () => {
    const { player, state } = start();
    let answer: Promise<readonly CaptionEntry[]> = Promise.reject(new Error('away'));
    player.captions.openTitle('a', () => answer);
    await player.captions.search();
    expect(state().captions.search).toEqual({ at: 'failed', message: 'away' });
    answer = Promise.resolve([]);
    await player.captions.search();
    expect(state().captions.search).toEqual({ at: 'found' });
  });

  test('are ignored after a change of the title', async () => {
    const { player, state } = start();
    let answer: (found: readonly CaptionEntry[]) => void = () => undefined;
    player.captions.openTitle('a', () => new Promise((resolve) => (answer = resolve)));
    const searching = player.captions.search();
    player.captions.openTitle('b', undefined);
    answer([CZECH]);
    await searching;
    expect(state().captions.search).toEqual({ at: 'unavailable' });
    expect(state().captions.tracks.some(({ origin }) => origin === 'service')).toBe(false);
  });
});

describe('captions of the medium', () => {
  async function medium(options: PlayerOptions = {}) {
    const set = start(options);
    set.player.load(PLAYLIST, START);
    set.engines.last().reports.state({ captionTracks: [{ id: '0', ...MEDIUM }] });
    return set;
  }

  test('are read as they arrive', async () => {
    const { player, engines, state } = await medium();
    await player.chooseCaption('medium:0');
    const { engine, frame } = engines.last();
    const reading = vi.mocked(engine.readCaption).mock.lastCall?.[0];
    expect(reading?.id).toBe('0');
    reading?.onCues([{ startTime: 10, endTime: 12, text: 'late' }]);
    reading?.onCues([{ startTime: 1, endTime: 2, text: 'early' }]);
    frame(1.5);
    expect(spoken(state())).toEqual(['early']);
    frame(11);
    expect(spoken(state())).toEqual(['late']);
    await player.chooseCaption(null);
    expect(engine.readCaption).toHaveBeenLastCalledWith(undefined);
  });

  test('are shown automatically when captions in their language are on', async () => {
    const { state } = await medium({ captions: { isWanted: true, language: 'en' } });
    await chosen(state, 'medium:0');
  });

  test('that fail report it, and end when the medium no longer has them', async () => {
    const { player, engines, state } = await medium();
    await player.chooseCaption('medium:0');
    vi.mocked(engines.last().engine.readCaption).mock.lastCall?.[0]?.onFailure();
    expect(state().captions).toMatchObject({
      chosen: null,
      failure: { id: 'medium:0', message: 'failed to get caption data' },
    });
    await player.chooseCaption('medium:0');
    engines.last().reports.state({ captionTracks: [] });
    expect(state().captions).toMatchObject({ chosen: null, tracks: [] });
  });
});

describe('timing and casing', () => {
  test('a delay shifts every line, in every renderer', async () => {
    const { player, engines, state } = start();
    await player.chooseCaption('english');
    player.captions.setDelay(1.26);
    expect(state().captions.delay).toBe(1.3);
    const { engine, frame } = engines.last();
    frame(6.2);
    expect(spoken(state())).toEqual([]);
    frame(6.3);
    expect(spoken(state())).toEqual(['en']);
    expect(engine.showCaption).toHaveBeenLastCalledWith(
      expect.objectContaining({
        language: 'en',
        cues: [expect.objectContaining({ startTime: 6.3, endTime: 9.3 })],
      }),
    );
    player.captions.setDelay(9_999);
    expect(state().captions.delay).toBe(500);
  });

  test('both stay while the same captions are switched off and on, and reset with others', async () => {
    const { player, state } = start();
    player.captions.openTitle('a', undefined);
    await player.chooseCaption('english');
    player.captions.setDelay(-2);
    player.captions.fixCase(true);
    await player.chooseCaption(null);
    await player.chooseCaption('english');
    expect(state().captions).toMatchObject({ delay: -2, fixesCase: true, tunedFor: 'a english' });
    await player.chooseCaption('german');
    expect(state().captions).toMatchObject({ delay: 0, fixesCase: false });
  });

  test('captions of another title have their own delay', async () => {
    const { player, state } = start({ captions: { delay: 3, tunedFor: 'a english' } });
    player.captions.openTitle('a', undefined);
    await player.chooseCaption('english');
    expect(state().captions.delay).toBe(3);
    player.captions.openTitle('b', undefined);
    player.load(MOVIE, START);
    await chosen(state, 'english');
    expect(state().captions.delay).toBe(0);
  });
});

test('another engine receives the captions to render', async () => {
  const { player, engines } = start();
  await player.chooseCaption('english');
  player.switchEngine(engines.create);
  expect(engines.made).toHaveLength(2);
  expect(engines.last().engine.showCaption).toHaveBeenLastCalledWith(
    expect.objectContaining({ language: 'en' }),
  );
});
