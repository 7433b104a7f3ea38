import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Samples per second. */
const RATE = 16_000;

/** A part of an episode's sound. Equal seeds sound the same. */
export interface Sound {
  readonly kind: 'music' | 'speech' | 'noise' | 'hum' | 'silence';
  readonly seconds: number;
  readonly seed: number;
  /** The seconds to skip: a clip of the sound with this seed. */
  readonly from?: number;
  /** 0 to 1. */
  readonly gain?: number;
  /** Heard at the same time. */
  readonly beneath?: Sound;
}

/** Writes an episode with a picture of one color, as an mkv file. `encoding` is for its sound. */
export async function writeEpisode(
  path: string,
  sounds: readonly Sound[],
  encoding: readonly string[],
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const seconds = sounds.reduce((sum, sound) => sum + sound.seconds, 0);
  const picture = ['-f', 'lavfi', '-i', `color=c=navy:s=64x36:r=5:d=${seconds}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', ...encoding];
  await writeSound(path, sounds, [...picture, ...codecs]);
  await rm(`${path}.wav`);
}

/** Writes the parts, one after another, as a file that ffmpeg encodes with the given options. */
export async function writeSound(
  path: string,
  sounds: readonly Sound[],
  encoding: readonly string[],
): Promise<void> {
  const wave = `${path}.wav`;
  await writeFile(wave, waveOf(sounds.map(samplesOf)));
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', wave, ...encoding, path]);
}

function samplesOf({ beneath, ...sound }: Sound): Int16Array {
  const samples = plainSamples(sound);
  const other = beneath && samplesOf(beneath);
  return other ? samples.map((sample, at) => sample + (other[at] ?? 0)) : samples;
}

function plainSamples({ from = 0, ...sound }: Sound): Int16Array {
  const samples = new Int16Array(Math.round((from + sound.seconds) * RATE));
  const first = samples.length - Math.round(sound.seconds * RATE);
  fill(samples, sound, first);
  return samples.slice(first);
}

/** Fills in at least the samples from `first` on. */
function fill(samples: Int16Array, { kind, seed, gain = 0.8 }: Sound, first: number): void {
  const random = randomFrom(seed);
  if (kind === 'noise') {
    for (const at of samples.keys()) samples[at] = (random() - 0.5) * gain * 32_000;
  } else if (kind === 'hum') {
    for (const at of samples.keys()) {
      samples[at] = Math.sin((at / RATE) * Math.PI * 2 * 100) * gain * 16_000;
    }
  } else if (kind === 'speech') speak(samples, { first, gain, random });
  else if (kind === 'music') {
    for (let at = 0; at < samples.length;) {
      const length = Math.round((0.2 + 0.5 * random()) * RATE);
      playChord(samples, { at, length, first, gain, random });
      at += length;
    }
  }
}

const HARMONICS = Array.from({ length: 10 }, (_, index) => index + 1);
/** Width of a formant, in Hz. */
const FORMANT_WIDTH = 180;

/** Syllables whose pitch and vowel change, begun by a consonant, with pauses between sentences. */
function speak(
  samples: Int16Array,
  { first, gain, random }: Pick<Chord, 'first' | 'gain' | 'random'>,
): void {
  const voice = 90 + 130 * random();
  let at = 0;
  while (at < samples.length) {
    const isPause = random() < 0.12;
    const length = Math.round((isPause ? 0.2 + 0.6 * random() : 0.09 + 0.2 * random()) * RATE);
    const pitch = voice * (0.8 + 0.5 * random());
    const formants = [300 + 600 * random(), 900 + 1_500 * random()];
    const tones = HARMONICS.map((harmonic) => {
      const near = formants.map(
        (each) => 1 / (1 + ((harmonic * pitch - each) / FORMANT_WIDTH) ** 2),
      );
      return { step: (harmonic * pitch * 2 * Math.PI) / RATE, loud: 0.08 + Math.max(...near) };
    });
    const consonant = 0.03 * RATE * random();
    const end = Math.min(at + length, samples.length);
    for (let index = Math.max(at, first); index < end && !isPause; index += 1) {
      const time = index - at;
      let sum = time < consonant ? Math.sin(time ** 2) : 0;
      for (const { step, loud } of tones) sum += loud * Math.sin(step * time);
      samples[index] = sum * Math.sin((Math.PI * time) / length) ** 0.5 * gain * 6_000;
    }
    at += length;
  }
}

interface Chord {
  readonly at: number;
  readonly length: number;
  readonly first: number;
  readonly gain: number;
  readonly random: () => number;
}

/** Three tones with an overtone each, which fade. */
function playChord(samples: Int16Array, { at, length, first, gain, random }: Chord): void {
  const end = Math.min(at + length, samples.length);
  const steps = [0, 1, 2].map(() => (110 * 2 ** (random() * 4) * 2 * Math.PI) / RATE);
  for (let index = Math.max(at, first); index < end; index += 1) {
    const time = index - at;
    const fade = 1 - (0.7 * time) / length;
    let sum = 0;
    for (const step of steps) sum += Math.sin(step * time) + 0.4 * Math.sin(2 * step * time);
    samples[index] = sum * fade * gain * 6_000;
  }
}

function waveOf(parts: readonly Int16Array[]): Buffer {
  const data = Buffer.concat(parts.map((part) => Buffer.from(part.buffer)));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(2 * RATE, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Mulberry32: the same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
