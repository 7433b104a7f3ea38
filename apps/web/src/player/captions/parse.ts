import {
  colorClass,
  styleOfClass,
  readStyles,
  voiceClass,
} from '@matinee/shared/subtitles/cue-styles';
import type { CueStyle, CueStyles } from '@matinee/shared/subtitles/cue-styles';
import { VTTCue, parseText, tokenizeVTTCue } from 'media-captions';
import type { VTTNode } from 'media-captions';

import type { RawCue } from '../engine/engine.ts';
import type { CaptionCue, CueNode } from './cue.ts';
import { CAPTION_ERRORS } from './track.ts';
import { positionOf } from './cue.ts';

const MARKS = { b: 'b', i: 'i', u: 'u', ruby: 'ruby', rt: 'rt' } as const;
const LONGEST_TEXT = 4_000_000;

/** Rejects with a message of `CAPTION_ERRORS`. */
export async function parseCaptions(text: string): Promise<readonly CaptionCue[]> {
  const clean = text.replace(/^\uFEFF/, '').trim();
  if (clean === '') throw new Error(CAPTION_ERRORS.empty);
  if (clean.length > LONGEST_TEXT) throw new Error(CAPTION_ERRORS.invalid);
  const cues = toCues(...(await readCues(clean)));
  if (cues.length === 0) throw new Error(CAPTION_ERRORS.invalid);
  return cues;
}

/** Requires times on both sides, because comments in SAMI also end with an arrow. */
const ARROW = /\d[ \t]*-->[ \t]*\d/;

/** Detects the format from the text, because sources mislabel files. */
async function readCues(text: string): Promise<readonly [readonly RawCue[], string]> {
  if (text.startsWith('WEBVTT')) {
    return [(await parseText(text, { type: 'vtt' })).cues, text];
  }
  if (ARROW.test(text)) {
    return [(await parseText(text, { type: 'srt' })).cues.map(anchored), ''];
  }
  const { webVttOfFile } = await import('./read-file.ts');
  return await readCues(await webVttOfFile(new TextEncoder().encode(text), ''));
}

/** Sorts cues and drops empty ones. `head` is the start of their file, which may have style rules. */
export function toCues(raw: readonly RawCue[], head = ''): readonly CaptionCue[] {
  const styles = readStyles(head);
  return raw
    .filter(({ startTime, endTime }) => endTime > startTime)
    .toSorted((a, b) => a.startTime - b.startTime)
    .map((cue, id) => ({ id, ...readOnce(cue, styles) }));
}

/** Caches by cue, because in-band captions send all earlier cues again. */
const known = new WeakMap<RawCue, Omit<CaptionCue, 'id'>>();

function readOnce(cue: RawCue, styles: CueStyles): Omit<CaptionCue, 'id'> {
  const before = known.get(cue);
  if (before) return before;
  const read = {
    start: cue.startTime,
    end: cue.endTime,
    nodes: nodesOf(cue, styles),
    position: positionOf(cue),
    raw: plain(cue),
  };
  known.set(cue, read);
  return read;
}

/** Copies the fields, so that the objects of the library or the browser can be freed. */
function plain(cue: RawCue): RawCue {
  const { startTime, endTime, text, line, lineAlign, snapToLines, position, align } = cue;
  return { startTime, endTime, text, line, lineAlign, snapToLines, position, align };
}

/** Maps `{\an8}`, which SubRip borrowed from ASS. The digit is a key of the numeric keypad. */
function anchored(cue: RawCue): RawCue {
  const key = Number(/\{\\an([1-9])\}/.exec(cue.text)?.[1] ?? 2);
  if (key === 2) return cue;
  const { startTime, endTime, text } = cue;
  const line = key >= 7 ? { line: 0 } : key >= 4 ? { line: 50, snapToLines: false } : {};
  const align = (['end', 'start', 'center'] as const)[key % 3];
  return { startTime, endTime, text, align, lineAlign: key < 7 ? 'center' : 'start', ...line };
}

function nodesOf({ startTime, endTime, text }: RawCue, styles: CueStyles): readonly CueNode[] {
  const cue = new VTTCue(startTime, endTime, withoutForeignMarks(text));
  const nodes = tokenizeVTTCue(cue).flatMap((node) => toNode(node, styles));
  const style = styles.get('');
  return style ? [{ kind: 'mark', tag: 'span', style, children: nodes }] : nodes;
}

/** Escapes fonts, ASS overrides and bare less-than signs, at which the WebVTT tokenizer stops. */
function withoutForeignMarks(text: string): string {
  return text
    .replaceAll(/\{\\[^}]*\}/g, '')
    .replaceAll(/<font\b([^>]*)>/gi, (_tag, attributes: string) => {
      const color = /\bcolor\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1];
      const name = color === undefined ? undefined : colorClass(color);
      return name === undefined ? '<c>' : `<c.${name}>`;
    })
    .replaceAll(/<\/font>/gi, '</c>')
    .replaceAll(/<(?!\/?[a-z]|\d\d:)/gi, '&lt;');
}

function toNode(node: VTTNode, styles: CueStyles): CueNode[] {
  if (node.type === 'text') return node.data === '' ? [] : [{ kind: 'text', text: node.data }];
  const children = node.children.flatMap((child) => toNode(child, styles));
  if (children.length === 0) return [];
  const style = styleOf(node, styles);
  const shown = { children, ...(style && { style }) };
  if (node.type === 'lang') return [{ kind: 'mark', tag: 'span', lang: node.lang, ...shown }];
  if (node.type === 'v' || node.type === 'c' || node.type === 'timestamp') {
    return style ? [{ kind: 'mark', tag: 'span', ...shown }] : children;
  }
  return [{ kind: 'mark', tag: MARKS[node.type], ...shown }];
}

/** The tokenizer separates the eight standard colors from other classes. */
function styleOf(
  node: Exclude<VTTNode, { type: 'text' }>,
  styles: CueStyles,
): CueStyle | undefined {
  const names = [
    ...(node.color === undefined ? [] : [node.color]),
    ...(node.bgColor === undefined ? [] : [node.bgColor.replace(/^(?:bg_)?/, 'bg_')]),
    ...(node.class?.split(' ') ?? []),
    ...(node.type === 'v' ? [voiceClass(node.voice)] : []),
  ];
  const found = names.flatMap((name) => styles.get(`.${name}`) ?? styleOfClass(name) ?? []);
  return found.length === 0 ? undefined : Object.assign({}, ...found);
}
