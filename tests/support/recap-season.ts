// Made-up seasons whose episodes begin with clips of earlier ones, and seasons that only seem to.
import { randomFrom, type Sound } from './season-sound.ts';

export interface MadeEpisode {
  readonly sounds: readonly Sound[];
  /** Seconds. */
  readonly recap?: { readonly start: number; readonly end: number };
}

const EPISODES = 5;
const STORY_SECONDS = 200;
/** "Previously on", in the same voice each time. */
const NARRATOR: Sound = { kind: 'speech', seed: 31, seconds: 2.2, gain: 0.5 };
const LOGO: Sound = { kind: 'music', seed: 32, seconds: 4.5 };

const secondsOf = (sounds: readonly Sound[]): number =>
  sounds.reduce((sum, { seconds }) => sum + seconds, 0);

const storySeed = (season: number, episode: number): number =>
  50_000 + 1_000 * season + 10 * episode;

/** Talk, and quiet music beneath it. */
function story(season: number, episode: number, rest: Partial<Sound> = {}): Sound {
  const part = { seconds: STORY_SECONDS, seed: storySeed(season, episode), ...rest };
  const score: Sound = { ...part, kind: 'music', seed: part.seed + 1, gain: 0.06 };
  return { kind: 'speech', gain: 0.5, ...part, beneath: rest.beneath ?? score };
}

interface Place {
  readonly season: number;
  readonly episode: number;
}

/** A clip of a random earlier episode, louder or softer than there. */
function clipOf({ season, episode }: Place, seconds: number, random: () => number): Sound {
  const from = 5 + random() * (STORY_SECONDS - 20);
  const gain = 0.3 + 0.25 * random();
  return story(season, Math.floor(random() * episode), { from, seconds, gain });
}

/** Clips of 2 to 10 seconds, with music that continues beneath them. */
function montage(place: Place, seconds: number, random: () => number): readonly Sound[] {
  const clips: Sound[] = [];
  const bed = place.season % 2 === 0 ? 33 : 34 + storySeed(place.season, place.episode);
  const gain = 0.03 + 0.1 * random();
  while (secondsOf(clips) < seconds) {
    const clip = clipOf(place, 2 + 8 * random(), random);
    const from = secondsOf(clips);
    clips.push({
      ...clip,
      beneath: { kind: 'music', seed: bed, from, seconds: clip.seconds, gain },
    });
  }
  return clips;
}

/** The recap begins the episode, or comes after a logo, a narrator's words or the opening. Some episodes have none. */
export function seasonWithRecaps(season: number): readonly MadeEpisode[] {
  const random = randomFrom(7_000 + season);
  const intro: Sound = { kind: 'music', seed: 600 + season, seconds: 18 + 20 * random() };
  return Array.from({ length: EPISODES }, (_, episode) => {
    const hasRecap = episode > 0 && (season + episode) % 7 !== 6;
    const recap = hasRecap ? montage({ season, episode }, 20 + 60 * random(), random) : [];
    const spoken = hasRecap && season % 4 === 1 ? [NARRATOR, ...recap] : recap;
    const before = [...(season % 4 === 2 ? [LOGO] : []), ...(season % 4 === 3 ? [intro] : [])];
    const after = season % 2 === 0 ? [intro] : [];
    const start = secondsOf(before);
    return {
      sounds: [...before, ...spoken, ...after, story(season, episode)],
      ...(hasRecap && { recap: { start, end: start + secondsOf(spoken) } }),
    };
  });
}

const scene = (seed: number, seconds: number, beneath?: Sound): Sound => ({
  kind: 'speech',
  seed,
  seconds,
  gain: 0.5,
  ...(beneath && { beneath }),
});

type Beginning = (place: Place, random: () => number) => readonly Sound[];

/** The beginnings of episodes before their stories. The first one has only the scene. */
const DECOYS: readonly Beginning[] = [
  () => [],
  // A memory.
  (place, random) => [clipOf(place, 6 + 14 * random(), random)],
  // Two memories, one after another.
  (place, random) => [clipOf(place, 9, random), clipOf(place, 8, random)],
  // The same rooms and silence.
  () => [
    { kind: 'noise', seconds: 20, seed: 41, gain: 0.1 },
    { kind: 'silence', seconds: 10, seed: 0 },
    { kind: 'hum', seconds: 20, seed: 0 },
  ],
  // The song of the show beneath talk, from its beginning or its middle.
  ({ season, episode }) => [
    scene(storySeed(season, episode) + 5, 40, {
      kind: 'music',
      seed: 42,
      seconds: 40,
      from: 10 * (episode % 2),
      gain: 0.25,
    }),
  ],
  // Only the song, from a different position in each episode.
  ({ episode }) => [{ kind: 'music', seed: 42, seconds: 28, from: 3 * episode }],
  // A jingle after each short scene.
  ({ season, episode }) =>
    Array.from({ length: 5 }, (_, at) => [
      scene(storySeed(season, episode) + 5 + at, 6),
      { kind: 'music', seed: 43 + ((at + episode) % 4), seconds: 3 } as const,
    ]).flat(),
  // The end of the last episode is told again.
  ({ season, episode }) => [story(season, episode - 1, { from: 155, seconds: 40 })],
  // Clips of earlier episodes, but in the middle of the story.
  (place, random) => [
    scene(storySeed(place.season, place.episode) + 5, 70),
    ...montage(place, 30, random),
  ],
  // Music of earlier episodes beneath other talk.
  ({ season, episode }) =>
    Array.from({ length: 4 }, (_, at) =>
      scene(storySeed(season, episode) + 5 + at, 8, {
        kind: 'music',
        seed: storySeed(season, 0) + 1,
        seconds: 8,
        from: 20 + 35 * at,
        gain: 0.15,
      }),
    ),
];

export const DECOY_SEASONS = 2 * DECOYS.length;

export function seasonWithoutRecaps(season: number): readonly MadeEpisode[] {
  const random = randomFrom(8_000 + season);
  const beginning = DECOYS[season % DECOYS.length];
  return Array.from({ length: EPISODES }, (_, episode) => {
    const place = { season: 100 + season, episode };
    const common = (episode > 0 && beginning?.(place, random)) || [];
    const opener = scene(storySeed(place.season, episode) + 9, 3 * random());
    return { sounds: [opener, ...common, story(place.season, episode)] };
  });
}
