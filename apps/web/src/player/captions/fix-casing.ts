import type { CueNode } from './cue.ts';

/** Files that shout are made to speak: sentences begin with a capital, the rest is small. */
export function fixCase(nodes: readonly CueNode[], language: string): readonly CueNode[] {
  let begins = true;

  function spoken(text: string): string {
    const small = lower(text, language);
    return small.replaceAll(/\p{L}+|[.!?…]|[^\p{L}.!?…]+/gu, (piece) => {
      if (/^[.!?…]/.test(piece)) begins = true;
      if (!/^\p{L}/u.test(piece)) return piece;
      const isName = begins || isAlwaysTall(piece, language);
      begins = false;
      return isName ? capital(piece, language) : piece;
    });
  }

  const fix = (node: CueNode): CueNode =>
    node.kind === 'text'
      ? { kind: 'text', text: spoken(node.text) }
      : { ...node, children: node.children.map(fix) };
  return nodes.map(fix);
}

/** The English "I"; in most languages it is only a letter, and in some a word. */
const isAlwaysTall = (word: string, language: string) => word === 'i' && /^en\b/.test(language);

function capital(word: string, language: string): string {
  const [first = ''] = word;
  return inLanguage(language, (known) => first.toLocaleUpperCase(known)) + word.slice(first.length);
}

const lower = (text: string, language: string) =>
  inLanguage(language, (known) => text.toLocaleLowerCase(known));

/** What a file calls its language need not be one. */
function inLanguage(language: string, change: (known: string | undefined) => string): string {
  try {
    return change(language);
  } catch {
    return change(undefined);
  }
}
