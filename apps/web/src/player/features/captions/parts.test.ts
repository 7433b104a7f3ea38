// @vitest-environment jsdom
import type { EmbeddedSubtitles } from '@matinee/shared/media/embedded-subtitles';
import { afterEach, expect, test, vi } from 'vitest';

import { playing } from '../../testing/playing.ts';
import { PLAYLIST } from '../../testing/streams.ts';
import { installVttCue } from '../../testing/vtt-cue.ts';

installVttCue();
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const FOLDER = 'https://films.test/stream/token/';
const STREAM = { ...PLAYLIST, embeddedSubtitles: `${FOLDER}list.json` };
const MARKS = { isForced: false, isDefault: false, isHearingImpaired: false };
const LIST: EmbeddedSubtitles = {
  tracks: [
    { ...MARKS, name: 'Signs', language: 'en', format: 'ass' },
    { ...MARKS, name: 'Disc', language: 'de', format: 'pgs' },
    { ...MARKS, name: 'Old disc', language: 'fr', format: 'unknown', codec: 'VobSub' },
  ],
  starts: [0, 4, 8],
  fonts: [{ names: ['Squares'], weight: 400, isItalic: false, bytes: 9 }],
};
const SIGNS = { id: '0', label: 'Signs', language: 'en', forced: false, hearingImpaired: false };
const ass = (line: string) => `[V4+ Styles]\nStyle: Default,Squares\n[Events]\n${line}`;
const pgs = (part: number) => Uint8Array.of(0x50, 0x47, part);

/** Serves the list and its parts; a number is the status of an error. */
function serving(partOf: (name: string) => BodyInit | number) {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    const name = url.slice(FOLDER.length);
    if (name === 'list.json') return Promise.resolve(new Response(JSON.stringify(LIST)));
    fetched.push(name);
    const part = partOf(name);
    return Promise.resolve(
      typeof part === 'number' ? new Response('', { status: part }) : new Response(part),
    );
  });
  return fetched;
}

async function start() {
  const { player, engines, state } = playing();
  player.load(STREAM, { startAt: 0, autoplay: true });
  const { reports, frame } = engines.last();
  reports.state({ captionTracks: [SIGNS] }, 'ready');
  await vi.waitFor(() => expect(state().captions.tracks).toHaveLength(3));
  return { player, state, frame };
}

test('a text track has its layout and the fonts of the file', async () => {
  const fetched = serving((name) => ass(name));
  const { player, state, frame } = await start();
  await player.chooseCaption('medium:0');
  const styled = () => state().captions.styled;
  await vi.waitFor(() => expect(styled()).toMatchObject({ kind: 'ass', text: ass('0-0.part') }));
  expect(styled()).toMatchObject({ fonts: [{ names: ['Squares'], url: `${FOLDER}0.font` }] });
  const track = styled()?.track;
  frame(9);
  await vi.waitFor(() => expect(styled()).toMatchObject({ text: ass('0-2.part') }));
  expect(styled()?.track).toBe(track);
  expect(fetched).toEqual(['0-0.part', '0-1.part', '0-2.part']);
});

test('pictures follow the time, and the delay', async () => {
  serving((name) => (name === '1-0.part' ? '' : pgs(Number(name[2]))));
  const { player, state, frame } = await start();
  await player.chooseCaption('layout:1');
  const shown = (bytes: Uint8Array) =>
    vi.waitFor(() => expect(state().captions.styled).toMatchObject({ kind: 'pgs', bytes }));
  await shown(new Uint8Array());
  frame(4);
  await shown(pgs(1));
  player.captions.setDelay(-5);
  await shown(pgs(2));
  await player.chooseCaption(null);
  expect(state().captions.styled).toBeNull();
});

test('pictures that fail report it, and texts lose their layout only', async () => {
  serving(() => 404);
  const { player, state } = await start();
  await player.chooseCaption('layout:1');
  await vi.waitFor(() => expect(state().captions.failure?.id).toBe('layout:1'));
  await player.chooseCaption('medium:0');
  await vi.waitFor(() => expect(state().captions.chosen).toBe('medium:0'));
  expect(state().captions).toMatchObject({ styled: null, failure: null });
});

test('a server that is busy for a moment costs neither pictures nor layout', async () => {
  vi.useFakeTimers();
  let busy = 3;
  serving((name) => {
    busy -= 1;
    return busy < 0 ? pgs(Number(name[2])) : 503;
  });
  const { player, state } = await start();
  await player.chooseCaption('layout:1');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state().captions.styled).toMatchObject({ bytes: pgs(0) });
  expect(state().captions.failure).toBeNull();
});

test('a server that stays busy is reported', async () => {
  vi.useFakeTimers();
  const fetched = serving(() => 503);
  const { player, state } = await start();
  await player.chooseCaption('layout:1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state().captions.failure?.id).toBe('layout:1');
  expect(fetched.length).toBeLessThan(12);
});

test('a track of an unknown format says so, and is never chosen by itself', async () => {
  serving(() => 404);
  const { player, state } = await start();
  expect(state().captions.tracks[2]).toMatchObject({ label: 'Old disc (VobSub)' });
  await player.chooseCaption('layout:2');
  expect(state().captions).toMatchObject({
    chosen: null,
    failure: { id: 'layout:2', message: 'Unknown subtitle format' },
  });
});
