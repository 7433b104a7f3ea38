import type { Player } from '../player.ts';
import { seekRange } from '../features/playback.ts';

const VOLUME_STEP = 0.15;
const FRAME_STEP_SECONDS = 1;
export const SKIP_SECONDS = 10;

export type ShortcutName =
  | 'playPause'
  | 'back5'
  | 'forward5'
  | 'back10'
  | 'forward10'
  | 'tenths'
  | 'stepBack'
  | 'stepForward'
  | 'volumeUp'
  | 'volumeDown'
  | 'mute'
  | 'slower'
  | 'faster'
  | 'fullscreen'
  | 'captions'
  | 'skipSegment'
  | 'nextChapter'
  | 'previousChapter'
  | 'nextEpisode'
  | 'previousEpisode'
  | 'close'
  | 'roll'
  | 'help';

export interface Shortcut {
  readonly name: ShortcutName;
  /** Values of `KeyboardEvent.key`: letters in lower case, or `Shift+` and upper case. */
  readonly keys: readonly string[];
  /** Repeats while the key is held down. */
  readonly repeats: boolean;
  readonly run: (player: Player, key: string) => void;
}

const once = (name: ShortcutName, keys: readonly string[], run: Shortcut['run']): Shortcut => ({
  name,
  keys,
  repeats: false,
  run,
});

const held = (name: ShortcutName, keys: readonly string[], run: Shortcut['run']): Shortcut => ({
  ...once(name, keys, run),
  repeats: true,
});

const skip = (seconds: number) => (player: Player) => {
  player.seekBy(seconds);
  player.controls.wake();
};

/** Steps by frames, only while paused. */
const step = (seconds: number) => (player: Player) => {
  if (player.store.getState().media.paused) player.seekBy(seconds);
};

/** 0 seeks to the start and 5 to the middle of the movie, or of the window of a live stream. */
const toTenth: Shortcut['run'] = (player, key) => {
  const { start, end } = seekRange(player.store.getState());
  if (!Number.isFinite(end) || end <= start) return;
  player.seek(start + ((end - start) * Number(key)) / 10);
  player.controls.wake();
};

const louder = (change: number) => (player: Player) => {
  player.changeVolumeBy(change);
  player.showVolume();
  player.controls.wake();
};

const toChapter = (direction: 1 | -1) => (player: Player) => {
  player.stepChapter(direction);
  player.controls.wake();
};

const playAdjacent = (which: 'previous' | 'next') => (player: Player) => {
  player.store.getState().adjacentEpisodes[which]?.();
};

/** One table for the keyboard, the help and `aria-keyshortcuts`. */
export const SHORTCUTS: readonly Shortcut[] = [
  once('playPause', ['k', ' ', 'MediaPlayPause'], (player) => player.togglePlay()),
  held('back5', ['ArrowLeft'], skip(-5)),
  held('forward5', ['ArrowRight'], skip(5)),
  held('back10', ['j', 'MediaRewind'], skip(-SKIP_SECONDS)),
  held('forward10', ['l', 'MediaFastForward'], skip(SKIP_SECONDS)),
  once('tenths', ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], toTenth),
  held('stepBack', [','], step(-FRAME_STEP_SECONDS)),
  held('stepForward', ['.'], step(FRAME_STEP_SECONDS)),
  held('volumeUp', ['ArrowUp'], louder(VOLUME_STEP)),
  held('volumeDown', ['ArrowDown'], louder(-VOLUME_STEP)),
  once('mute', ['m'], (player) => {
    player.toggleMute();
    player.showVolume();
    player.controls.wake();
  }),
  once('slower', ['<'], (player) => player.stepRate(-1)),
  once('faster', ['>'], (player) => player.stepRate(1)),
  once('fullscreen', ['f'], (player) => player.toggleFullscreen()),
  once('captions', ['c'], (player) => player.toggleCaptions()),
  once('skipSegment', ['s'], (player) => player.skipSegment()),
  once('nextChapter', ['PageUp'], toChapter(1)),
  once('previousChapter', ['PageDown'], toChapter(-1)),
  once('nextEpisode', ['Shift+N', 'MediaTrackNext'], playAdjacent('next')),
  once('previousEpisode', ['Shift+P', 'MediaTrackPrevious'], playAdjacent('previous')),
  once('close', ['Escape'], (player) => player.leaveFullscreen()),
  once('roll', ['r'], (player) => player.controls.roll()),
  once('help', ['?'], (player) => player.controls.showHelp(true)),
];

/** Reads Shift only where the table lists it, so that Caps Lock changes nothing. */
export function shortcutFor(key: string, isShifted = false): Shortcut | undefined {
  const named = (wanted: string) => SHORTCUTS.find(({ keys }) => keys.includes(wanted));
  if (key.length > 1) return named(key);
  return (isShifted ? named(`Shift+${key.toUpperCase()}`) : undefined) ?? named(key.toLowerCase());
}

/** Returns the keys of a keyboard. Leaves out keys of a remote control. */
export function keysToShow({ keys }: Pick<Shortcut, 'keys'>): readonly string[] {
  return keys.filter((key) => !key.startsWith('Media'));
}

/** Returns the first key, for devices that send keys by name. */
export const letterFor = (name: ShortcutName): string =>
  SHORTCUTS.find((shortcut) => shortcut.name === name)?.keys[0] ?? '';

/** The value of `aria-keyshortcuts`: the space bar by name, letters in capitals. */
export function ariaKeys(name: ShortcutName): string {
  const shortcut = SHORTCUTS.find((one) => one.name === name);
  return keysToShow(shortcut ?? { keys: [] })
    .map((key) => (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key))
    .join(' ');
}
