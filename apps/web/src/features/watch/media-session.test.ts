// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import { startLanguages } from '#i18n/index.ts';
import { playing } from '#player/testing/playing.ts';
import { startMediaSession, type SystemMedia } from './media-session.ts';

startLanguages();

const movie: MovieMeta = {
  type: 'movie',
  title: 'Carnival',
  releaseYear: 1962,
  tmdbId: '16093',
  poster: 'https://pictures.test/carnival.jpg',
};
const episodes = [
  { number: 1, title: 'One', tmdbId: '11', airDate: '2020-01-01' },
  { number: 2, title: 'Two', tmdbId: '12', airDate: '2020-01-08' },
];
const season = { number: 4, title: 'S', tmdbId: '1' };
function show(at: number): ShowMeta {
  const episode = episodes[at];
  if (!episode) throw new Error('no such episode');
  return { ...movie, type: 'show', season, seasons: [season], episode, episodes };
}

/** A browser with all actions except those that the test removes. */
function system(unknown: readonly string[] = []) {
  const actions = new Map<string, MediaSessionActionHandler>();
  const positions: (MediaPositionState | undefined)[] = [];
  const session: NonNullable<SystemMedia['session']> = {
    metadata: null,
    playbackState: 'none',
    setActionHandler: (action, handler) => {
      if (unknown.includes(action)) throw new TypeError(`no ${action}`);
      if (handler) actions.set(action, handler);
      else actions.delete(action);
    },
    setPositionState: (state) => {
      positions.push(state);
    },
  };
  const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
    actions.get(action)?.({ action, ...details });
  return { session, actions, positions, press };
}

function setUp(meta: MovieMeta | ShowMeta = movie, unknown: readonly string[] = []) {
  const made = playing();
  const outside = system(unknown);
  const leave = startMediaSession(made.player, meta, {
    session: outside.session,
    createMetadata: (init) => ({ title: '', artist: '', album: '', artwork: [], ...init }),
  });
  const report = made.engines.last().reports.state;
  return { ...made, ...outside, leave, report };
}

test('a movie shows its title and poster', () => {
  expect(setUp().session.metadata).toMatchObject({
    title: 'Carnival',
    artwork: [{ src: movie.poster, sizes: '342x513' }],
  });
});

test('an episode shows its number, and its show as the artist', () => {
  expect(setUp(show(1)).session.metadata).toMatchObject({
    title: 'S4 E2: Two',
    artist: 'Carnival',
  });
});

test('an episode without a title shows only its number', () => {
  const second = show(1);
  const untitled = { ...second, episode: { ...second.episode, title: '' } };
  expect(setUp(untitled).session.metadata).toMatchObject({ title: 'S4 E2' });
});

test('system media keys play, pause and seek', () => {
  const { press, state } = setUp();
  press('pause');
  expect(state().media.paused).toBe(true);
  press('play');
  expect(state().media.paused).toBe(false);
  press('seekto', { seekTime: 42 });
  expect(state().media.time).toBe(42);
  press('seekbackward');
  expect(state().media.time).toBe(32);
  press('seekforward', { seekOffset: 3 });
  expect(state().media.time).toBe(35);
  press('seekto');
  expect(state().media.time).toBe(35);
});

test('the playback state is reported', () => {
  const { session, player, report } = setUp();
  expect(session.playbackState).toBe('playing');
  player.pause();
  expect(session.playbackState).toBe('paused');
  player.play();
  report({}, 'stalled');
  expect(session.playbackState).toBe('playing');
});

test('the position is reported after a jump', () => {
  const { positions, player, report } = setUp();
  expect(positions).toEqual([{ duration: 60, position: 10, playbackRate: 1 }]);
  report({ time: 10.25 });
  expect(positions).toHaveLength(1);
  report({ seeking: true, time: 61 });
  expect(positions.at(-1)?.position).toBe(60);
  report({ seeking: false, time: 30 });
  player.setRate(2);
  expect(positions.at(-1)).toEqual({ duration: 60, position: 30, playbackRate: 2 });
});

test.each([0, Infinity, Number.NaN])('a movie of %s seconds has no position', (duration) => {
  const { positions, report } = setUp();
  report({ duration });
  expect(positions.at(-1)).toBeUndefined();
});

test('a movie has no next and previous keys', () => {
  const { actions } = setUp();
  expect([...actions.keys()]).toEqual(['play', 'pause', 'seekto', 'seekbackward', 'seekforward']);
});

test('next and previous keys work as soon as the adjacent episodes are known', () => {
  const { actions, player, press, leave } = setUp(show(0));
  const went: string[] = [];
  player.setAdjacentEpisodes({ next: () => went.push('next') });
  press('nexttrack');
  expect(actions.has('previoustrack')).toBe(false);
  player.setAdjacentEpisodes({ previous: () => went.push('previous') });
  press('previoustrack');
  press('nexttrack');
  expect(went).toEqual(['next', 'previous']);
  leave();
  expect(actions.has('previoustrack')).toBe(false);
});

test('an unsupported action does not disable the others', () => {
  const { actions, session } = setUp(movie, ['play', 'seekto']);
  expect([...actions.keys()]).toEqual(['pause', 'seekbackward', 'seekforward']);
  expect(session.playbackState).toBe('playing');
});

test('stopping clears the session', () => {
  const { actions, session, positions, player, leave } = setUp(show(1));
  leave();
  expect(actions.size).toBe(0);
  expect(session.metadata).toBeNull();
  expect(session.playbackState).toBe('none');
  expect(positions.at(-1)).toBeUndefined();
  player.pause();
  expect(session.playbackState).toBe('none');
});

test('a browser without media sessions is ignored', () => {
  const { player } = playing();
  const without: SystemMedia = {
    session: undefined,
    createMetadata: () => {
      throw new ReferenceError('MediaMetadata');
    },
  };
  const leave = startMediaSession(player, movie, without);
  expect(leave).not.toThrow();
});
