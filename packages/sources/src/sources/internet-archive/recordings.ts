import { stemOf } from './file-name.ts';
import type { ItemFile } from './item.ts';

export interface PlayableFile {
  readonly name: string;
  readonly format: string;
  readonly seconds: number | undefined;
  readonly height: number | undefined;
  readonly bytes: number | undefined;
}

/** One recording with all the files made from it. */
export interface Recording {
  /** The name of the file that the others were made from, without its suffix. */
  readonly root: string;
  readonly files: readonly PlayableFile[];
  readonly seconds: number | undefined;
}

/** The formats that a browser plays from an mp4 container, the surest first. */
export const FORMATS = [
  'h.264 ia',
  'h.264',
  'h.264 hd',
  'h.264 720p',
  'h.264 486p',
  'hires mpeg4',
  'mpeg4',
  '512kb mpeg4',
] as const;

const TOO_SMALL = /^(?:64|256)kb/;
const MOST_HOPS = 10;
/** Derivatives of one recording differ by a few frames. */
const SAME_LENGTH = 0.02;

export function recordingsOf(files: readonly ItemFile[]): readonly Recording[] {
  const playable = files.filter(isPlayable);
  const groups = Map.groupBy(playable, (file) => rootOf(file.name, files));
  return [...groups].map(([root, members]) => {
    const lengths = members.flatMap(({ length }) => length ?? []);
    const seconds = lengths.length > 0 ? Math.max(...lengths) : undefined;
    return { root, seconds, files: members.map(playableFile) };
  });
}

/** `original` is not always told, so files of one stem belong together too. */
export function rootOf(name: string, files: readonly ItemFile[]): string {
  let root = name;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const parent = files.find((file) => file.name === root)?.original;
    if (parent === undefined || parent === root) break;
    root = parent;
  }
  return stemOf(root);
}

export function areSameLength(a: Recording, b: Recording): boolean {
  if (a.seconds === undefined || b.seconds === undefined) return false;
  return Math.abs(a.seconds - b.seconds) <= SAME_LENGTH * Math.max(a.seconds, b.seconds);
}

/** Several uploads of one recording, a 720 and a 1080 say, become one work. */
export function mergeRecordings(works: readonly Recording[]): Recording | undefined {
  const [first] = works;
  return first && { ...first, files: works.flatMap(({ files }) => files) };
}

function isPlayable({ name, format }: ItemFile): boolean {
  const kind = (format ?? '').toLowerCase();
  const isMp4 = /\.(?:mp4|m4v)$/i.test(name);
  return isMp4 && !TOO_SMALL.test(kind);
}

function playableFile(file: ItemFile): PlayableFile {
  return {
    name: file.name,
    format: (file.format ?? '').toLowerCase(),
    seconds: file.length,
    height: file.height,
    bytes: file.size,
  };
}
