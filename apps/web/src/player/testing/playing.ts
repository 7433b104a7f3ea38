import { createPlayer } from '../player.ts';
import type { PlayerOptions } from '../player.ts';
import { fakeEngines } from './fake-engine.ts';
import { MOVIE } from './streams.ts';

/** A player on a fake engine, playing at second ten of a minute. */
export function playing(options: PlayerOptions = {}) {
  const engines = fakeEngines();
  const player = createPlayer({ createEngine: engines.create, ...options });
  const frame = document.createElement('section');
  const video = document.createElement('video');
  frame.append(video);
  const detach = player.attach(video, frame);
  player.load(MOVIE, { startAt: 10, autoplay: true });
  engines.last().reports.state({ paused: false, hasPlayed: true, duration: 60, time: 10 }, 'ready');
  return { player, engines, frame, video, detach, state: player.store.getState };
}
