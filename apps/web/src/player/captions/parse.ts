import { VTTCue, parseText, tokenizeVTTCue } from 'media-captions';
import type { VTTNode } from 'media-captions';

import type { Cue, CueNode } from './cue.ts';

const MARKS = { b: 'b', i: 'i', u: 'u', ruby: 'ruby', rt: 'rt' } as const;
const LONGEST_TEXT = 4_000_000;

/** The messages are those of the error catalogue. */
export async function parseCaptions(text: string): Promise<readonly Cue[]> {
  const clean = text.replace(/^\uFEFF/, '').trim();
  if (clean === '') throw new Error('Given text is empty');
  if (clean.length > LONGEST_TEXT) throw new Error('Invalid subtitle format');
  // Sources mislabel files; the header of WebVTT does not lie.
  const { cues } = await parseText(clean, { type: clean.startsWith('WEBVTT') ? 'vtt' : 'srt' });
  const shown = cues
    .filter(({ startTime, endTime }) => endTime > startTime)
    .toSorted((a, b) => a.startTime - b.startTime);
  if (shown.length === 0) throw new Error('Invalid subtitle format');
  return shown.map(({ startTime, endTime, text: marked }, id) => ({
    id,
    start: startTime,
    end: endTime,
    nodes: nodesOf(startTime, endTime, marked),
  }));
}

function nodesOf(start: number, end: number, marked: string): readonly CueNode[] {
  return tokenizeVTTCue(new VTTCue(start, end, withoutForeignMarks(marked))).flatMap(toNode);
}

/** SubRip files carry fonts, ASS overrides and bare less-than signs, at which a WebVTT tokenizer stops reading. */
function withoutForeignMarks(text: string): string {
  return text
    .replaceAll(/\{\\[^}]*\}/g, '')
    .replaceAll(/<\/?font\b[^>]*>/gi, '')
    .replaceAll(/<(?!\/?[a-z]|\d\d:)/gi, '&lt;');
}

function toNode(node: VTTNode): CueNode[] {
  if (node.type === 'text') return node.data === '' ? [] : [{ kind: 'text', text: node.data }];
  const children = node.children.flatMap(toNode);
  if (children.length === 0) return [];
  if (node.type === 'lang') return [{ kind: 'mark', tag: 'span', lang: node.lang, children }];
  if (node.type === 'v' || node.type === 'c' || node.type === 'timestamp') return children;
  return [{ kind: 'mark', tag: MARKS[node.type], children }];
}
