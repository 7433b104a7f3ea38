import type { CueNode } from './cue.ts';

/** Converts captions in capitals to sentence case. */
export function fixCase(nodes: readonly CueNode[], language: string): readonly CueNode[] {
  let begins = true;

  function spoken(text: string): string {
    const small = lower(text, language);
    return small.replaceAll(/\p{L}+|[.!?…]|[^\p{L}.!?…]+/gu, (piece) => {
      if (/^[.!?…]/.test(piece)) begins = true;
      if (!/^\p{L}/u.test(piece)) return piece;
      const isName = begins || isAlwaysCapital(piece, language);
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

/** The English "I". */
const isAlwaysCapital = (word: string, language: string) => word === 'i' && /^en\b/.test(language);

function capital(word: string, language: string): string {
  const [first = ''] = word;
  return inLanguage(language, (known) => first.toLocaleUpperCase(known)) + word.slice(first.length);
}

const lower = (text: string, language: string) =>
  inLanguage(language, (known) => text.toLocaleLowerCase(known));

/** A file's language tag may be invalid. */
function inLanguage(language: string, change: (known: string | undefined) => string): string {
  try {
    return change(language);
  } catch {
    return change(undefined);
  }
}
