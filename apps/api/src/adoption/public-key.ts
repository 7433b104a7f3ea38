// Older servers compared keys as text, so one key may own several accounts there: padded, or in the other alphabet.
const SPELLING = /^[\w+/-]{43}=?$/;

/** The one spelling of a 32-byte key: base64url without padding. Undefined: it is none. */
export function canonicalKey(text: string): string | undefined {
  if (!SPELLING.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? bytes.toString('base64url') : undefined;
}
