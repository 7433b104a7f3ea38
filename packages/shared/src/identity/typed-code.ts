// Random codes of 80 bits that a person may have to type: of a linked device, of an invitation.

/** Crockford's base 32: no digit looks like another. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** Ten random bytes as XXXX-XXXX-XXXX-XXXX. */
export function typedCode(bytes: Uint8Array): string {
  if (bytes.length !== 10) throw new RangeError('a code is made of ten bytes');
  let rest = bytes.reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
  let code = '';
  for (let at = 0; at < LENGTH; at += 1) {
    code = DIGITS.charAt(Number(rest % 32n)) + code;
    rest /= 32n;
  }
  return inGroups(code);
}

/** The code as `typedCode` writes it: also from small letters, O for 0, I or L for 1. Undefined for what is none. */
export function readTypedCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return CODE.test(code) ? inGroups(code) : undefined;
}

const inGroups = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-');
