import { describe, expect, test } from 'vitest';
import { fitsLeaf, leafKeys, LONGEST_LEAF, openLeaf, sealLeaf } from './leaf.ts';

const keys = leafKeys('a secret', 'a directory');

describe('the end of an address', () => {
  test.each(['1', 'segment-1.ts', 'x?a=b&c=%20#~', 'l'.repeat(LONGEST_LEAF)])(
    '%s is read again from its seal',
    (text) => {
      const sealed = sealLeaf(text, keys);
      expect(openLeaf(sealed, keys)).toBe(text);
      expect(sealLeaf(text, keys)).toBe(sealed);
    },
  );

  test('shows nothing, not even what two have in common', () => {
    const [one, other] = ['segment-1.ts', 'segment-2.ts'].map((text) =>
      Buffer.from(sealLeaf(text, keys), 'base64url').toString('latin1'),
    );
    expect(one).not.toContain('segment');
    expect(
      (one ?? '').split('').filter((letter, at) => letter === other?.[at]).length,
    ).toBeLessThan(6);
  });

  test('is refused with any bit of it flipped, cut, or in another spelling', () => {
    const sealed = sealLeaf('segment-1.ts', keys);
    const bytes = Buffer.from(sealed, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openLeaf(forged.toString('base64url'), keys)).toBeUndefined();
    }
    for (const other of [`${sealed}=`, sealed.slice(0, -4), '', 'AAAA', `${sealed}AAAA`]) {
      expect(openLeaf(other, keys)).toBeUndefined();
    }
  });

  test.each([
    ['another secret', leafKeys('another secret', 'a directory')],
    ['another directory', leafKeys('a secret', 'another directory')],
  ])('is nothing to %s', (_what, other) => {
    expect(openLeaf(sealLeaf('segment-1.ts', keys), other)).toBeUndefined();
  });

  test.each(['', 'l'.repeat(LONGEST_LEAF + 1), 'ü.ts', 'a b', 'a\nb'])(
    '%j is not sealed in this way',
    (text) => {
      expect(fitsLeaf(text)).toBe(false);
    },
  );
});
