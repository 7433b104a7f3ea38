// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { installFakeCast } from '../../../../../../tests/support/fakes/cast-television.ts';
import type { FakeTelevision } from '../../../../../../tests/support/fakes/television.ts';
import { MOVIE } from '../../testing/streams.ts';
import { castEngine } from './cast.ts';
import { loadCastSdk } from './sdk.ts';
import type { EngineReports } from '../engine.ts';

const TALK = {
  language: 'en',
  label: 'English',
  cues: [{ startTime: 1, endTime: 2, text: 'Hello' }],
};
const START = { startAt: 12, autoplay: true };

let television: FakeTelevision;
beforeEach(() => {
  vi.useFakeTimers();
  television = installFakeCast(window);
});
afterEach(() => vi.useRealTimers());

async function setUp() {
  const sdk = await loadCastSdk(document);
  const context = sdk.framework.CastContext.getInstance();
  television.join();
  const session = context.getCurrentSession();
  if (!session) throw new Error('nobody is there');
  const state = vi.fn<EngineReports['state']>();
  const failed = vi.fn<EngineReports['failed']>();
  const engine = castEngine({ sdk, session, title: () => 'A film' }, { state, failed });
  const arrive = () => vi.advanceTimersByTimeAsync(0);
  const reported = () =>
    state.mock.calls.reduce<Record<string, unknown>>(
      (all, [media, phase]) => ({ ...all, ...media, ...(phase && { phase }) }),
      {},
    );
  return { engine, state, failed, reported, arrive };
}

async function playing() {
  const house = await setUp();
  house.engine.load(MOVIE, START);
  await house.arrive();
  return house;
}

describe('a movie is sent to the television', () => {
  test('with its position, address and title', async () => {
    const { reported } = await playing();
    expect(television.loads).toMatchObject([
      {
        currentTime: 12,
        autoplay: true,
        media: {
          contentId: 'https://films.test/360.mp4',
          contentType: 'video/mp4',
          metadata: { title: 'A film' },
        },
      },
    ]);
    expect(reported()).toMatchObject({ time: 12, paused: false, duration: 60, phase: 'ready' });
    expect(reported()).toMatchObject({ qualities: ['360'], quality: '360', hasPlayed: true });
  });

  test('commands during a load apply to it', async () => {
    television.isHolding = true;
    const { engine, arrive, reported } = await setUp();
    engine.load(MOVIE, START);
    engine.pause();
    engine.seek(40);
    await arrive();
    for (const letGo of television.held) letGo();
    await arrive();
    expect(television.loads.at(-1)).toMatchObject({ currentTime: 40, autoplay: false });
    expect(reported()).toMatchObject({ time: 40, paused: true });
  });

  test('and stops when casting ends', async () => {
    const { engine, state } = await playing();
    engine.destroy();
    expect(television.screen.isLoaded).toBe(false);
    state.mockClear();
    television.screen.time = 30;
    television.tick(1);
    expect(state).not.toHaveBeenCalled();
  });

  test.each([
    [{ ...MOVIE, headers: { Referer: 'https://films.test' } }, /needs request headers/],
    [{ ...MOVIE, qualities: {} }, /couldn't select quality/],
  ])('unless that fails', async (stream, message) => {
    const { engine, failed, arrive } = await setUp();
    engine.load(stream, START);
    await arrive();
    expect(failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ errorName: 'CastFailed', message: expect.stringMatching(message) }),
    );
    expect(television.loads).toEqual([]);
  });

  test('an error of the television is reported once', async () => {
    const { engine, failed, arrive } = await setUp();
    television.refusal = 'load_media_failed';
    engine.load(MOVIE, START);
    await arrive();
    television.tick(1);
    expect(failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'load_media_failed' }),
    );
  });
});

describe('the remote control', () => {
  test('plays, pauses and seeks', async () => {
    const { engine, reported } = await playing();
    engine.pause();
    expect(television.screen.isPaused).toBe(true);
    engine.pause();
    expect(television.screen.isPaused).toBe(true);
    engine.play();
    expect(television.screen.isPaused).toBe(false);
    engine.seek(33);
    television.tick(1);
    expect(television.screen.time).toBe(34);
    expect(reported()).toMatchObject({ time: 34, paused: false });
  });

  test('begins with the volumeLevel of the television, and mutes when it reports so', async () => {
    const { engine, reported } = await playing();
    expect(reported()).toMatchObject({ volume: 0.4, muted: false });
    engine.setVolume(0.4, false);
    expect(television.screen).toMatchObject({ volume: 0.4, isMuted: false });
    engine.setVolume(0.4, true);
    expect(television.screen.isMuted).toBe(true);
    engine.setVolume(0.4, true);
    expect(television.screen.isMuted).toBe(true);
    engine.setVolume(0.7, false);
    expect(television.screen).toMatchObject({ volume: 0.7, isMuted: false });
  });

  test('changes the speed without loading again', async () => {
    const { engine } = await playing();
    engine.setRate(1.5);
    expect(television.messages).toMatchObject([{ type: 'SET_PLAYBACK_RATE', playbackRate: 1.5 }]);
    expect(television.loads).toHaveLength(1);
  });

  test('another file continues at the same second, paused or not', async () => {
    const { engine, arrive } = await setUp();
    const sizes = {
      360: MOVIE.qualities[360]!,
      720: { type: 'mp4', url: 'https://films.test/720.mp4' } as const,
    };
    engine.load({ ...MOVIE, qualities: sizes }, START);
    await arrive();
    television.tick(5);
    engine.pause();
    engine.chooseQuality('360');
    await arrive();
    expect(television.loads.at(-1)).toMatchObject({ currentTime: 17, autoplay: false });
    expect(television.loads.at(-1)?.media['contentId']).toBe('https://films.test/360.mp4');
    engine.chooseQuality('240');
    await arrive();
    expect(television.loads).toHaveLength(2);
  });

  test('the last audio language is preferred, and another track can be chosen', async () => {
    television.audioTracks = [
      { trackId: 11, type: 'AUDIO', language: 'en' },
      { trackId: 12, type: 'AUDIO', language: 'ger' },
    ];
    const { engine, arrive, reported } = await setUp();
    engine.preferAudio('de');
    engine.load(MOVIE, START);
    await arrive();
    expect(television.edits).toEqual([[12]]);
    expect(reported()).toMatchObject({ audioTrack: '12' });
    engine.chooseAudio('11');
    expect(television.edits.at(-1)).toEqual([11]);
    expect(reported()).toMatchObject({ audioTrack: '11', audioLanguage: 'en' });
  });
});

describe('captions', () => {
  const settle = () => vi.advanceTimersByTimeAsync(1_000);

  test('that are on are sent along with the movie', async () => {
    const { engine, arrive } = await setUp();
    engine.load(MOVIE, START);
    engine.showCaption(TALK);
    await arrive();
    await settle();
    expect(television.loads).toHaveLength(1);
    expect(television.loads[0]).toMatchObject({
      activeTrackIds: [1],
      media: { tracks: [{ trackId: 1, type: 'TEXT', language: 'en', name: 'English' }] },
    });
  });

  test('that come later load the movie once more, and are then only switched', async () => {
    const { engine } = await playing();
    television.tick(3);
    engine.showCaption({ ...TALK, cues: [] });
    engine.showCaption(TALK);
    await settle();
    expect(television.loads).toHaveLength(2);
    expect(television.loads[1]).toMatchObject({ currentTime: 15, activeTrackIds: [1] });
    engine.showCaption(undefined);
    await settle();
    expect(television.edits.at(-1)).toEqual([]);
    engine.showCaption({ ...TALK });
    await settle();
    expect(television.edits.at(-1)).toEqual([1]);
    expect(television.loads).toHaveLength(2);
  });
});

describe('captions of the playlist', () => {
  const reading = (id: string) => ({ id, onCues: vi.fn(), onFailure: vi.fn() });
  const TRACKS = [
    { trackId: 11, type: 'AUDIO', language: 'en' },
    { trackId: 12, type: 'AUDIO', language: 'de' },
    { trackId: 21, type: 'TEXT', language: 'ger', name: 'Deutsch' },
    { trackId: 22, type: 'TEXT', subtype: 'CAPTIONS', language: 'en', name: 'English SDH' },
  ];

  async function withTracks() {
    television.audioTracks = TRACKS;
    return playing();
  }

  test('are listed, and rendered by the television when they are chosen', async () => {
    const { engine, reported } = await withTracks();
    expect(reported()).toMatchObject({
      captionTracks: [
        { id: 'tv21', language: 'de', label: 'Deutsch', hearingImpaired: false },
        { id: 'tv22', language: 'en', label: 'English SDH', hearingImpaired: true },
      ],
    });
    const caption = reading('tv21');
    engine.readCaption(caption);
    expect(television.edits.at(-1)).toEqual([11, 21]);
    engine.readCaption(undefined);
    expect(television.edits.at(-1)).toEqual([11]);
    expect(caption.onFailure).not.toHaveBeenCalled();
    expect(television.loads).toHaveLength(1);
  });

  test('stay when another audio track is chosen, and when the stream is loaded again', async () => {
    const { engine, arrive } = await withTracks();
    engine.readCaption(reading('tv22'));
    engine.chooseAudio('12');
    expect(television.edits.at(-1)).toEqual([12, 22]);
    television.end('FINISHED');
    engine.play();
    await arrive();
    expect(television.edits.at(-1)).toEqual([12, 22]);
  });

  test('that the television lacks are reported as missing', async () => {
    const { engine } = await withTracks();
    const caption = reading('0');
    engine.readCaption(caption);
    expect(caption.onFailure).toHaveBeenCalledOnce();
    expect(television.edits).toEqual([]);
  });
});

describe('the end', () => {
  test('of the stream is reported, and playing it again starts at zero', async () => {
    const { engine, reported, arrive } = await playing();
    television.end('FINISHED');
    expect(reported()).toMatchObject({ phase: 'ended', paused: true });
    engine.play();
    await arrive();
    expect(television.loads.at(-1)).toMatchObject({ currentTime: 0, autoplay: true });
  });

  test('by an error is a failure', async () => {
    const { failed } = await playing();
    television.end('ERROR');
    television.tick(1);
    expect(failed).toHaveBeenCalledOnce();
  });

  test('by another sender only pauses', async () => {
    const { reported, failed } = await playing();
    television.end('CANCELLED');
    expect(reported()).toMatchObject({ paused: true, phase: 'ready' });
    expect(failed).not.toHaveBeenCalled();
  });
});
