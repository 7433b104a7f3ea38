import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_NAME, nameCiphers, openName, sealNames } from './name-seal.ts';

const ciphers = nameCiphers('a secret', 'a directory');
const sealed = (name: string): string => sealNames([name], ciphers).join('');
const names = fc.stringMatching(/^[\w-][\w.-]{0,174}$/);

describe('a name', () => {
  test.each([
    '1',
    'segment-1.ts',
    ...[15, 16, 31, 32, 79, 80, 127, 128, LONGEST_NAME].map((length) => 'n'.repeat(length)),
  ])('%s is read again from its seal', (name) => {
    expect(openName(sealed(name), ciphers)).toBe(name);
  });

  test('has the same seal alone and among others, and another than any other name', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 1, maxLength: 20 }), (some) => {
        const together = sealNames(some, ciphers);
        expect(together).toEqual(some.map(sealed));
        expect(together.map((text) => openName(text, ciphers))).toEqual(some);
        expect(new Set(together).size).toBe(some.length);
      }),
    );
  });

  test('shows nothing, neither how long it is nor what two have in common', () => {
    const all = ['1.ts', 'segment-1.ts', 'segment-2.ts', 'a-longer-name-of-a-segment-1.ts'].map(
      (name) => Buffer.from(sealed(name), 'base64url').toString('latin1'),
    );
    expect(new Set(all.map(({ length }) => length)).size).toBe(1);
    for (const one of all) expect(one).not.toContain('segment');
    const [, one = '', other = ''] = all;
    const shared = one.split('').filter((letter, at) => letter === other[at]);
    expect(shared.length).toBeLessThan(6);
  });

  test('is refused with any bit of it flipped, cut, or in another spelling', () => {
    const text = sealed('segment-1.ts');
    const bytes = Buffer.from(text, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openName(forged.toString('base64url'), ciphers)).toBeUndefined();
    }
    for (const other of [`${text}=`, text.slice(0, -4), '', 'AAAA', `${text}AAAA`]) {
      expect(openName(other, ciphers)).toBeUndefined();
    }
  });

  test('of which half belongs to another is refused', () => {
    fc.assert(
      fc.property(names, names, fc.integer({ min: 1, max: 255 }), (one, other, at) => {
        const mixed = sealed(one).slice(0, at) + sealed(other).slice(at);
        const opened = openName(mixed, ciphers);
        expect(opened === undefined || mixed === sealed(opened)).toBe(true);
      }),
    );
  });

  test('is refused in more blocks than it fills, for then one message would begin with another', () => {
    const [blocks, block] = [5, 16];
    const message = Buffer.alloc(blocks * block);
    message.write('\u0004name', 'latin1');
    let tag: Buffer = Buffer.alloc(block);
    const mixed = (one: Buffer, other: Buffer) => one.map((byte, at) => byte ^ (other[at] ?? 0));
    for (let at = 0; at < message.length; at += block) {
      tag = ciphers.tag.update(mixed(tag, message.subarray(at, at + block)));
    }
    const counters = Buffer.concat(Array.from({ length: blocks }, () => tag));
    for (let at = 0; at < blocks; at += 1) {
      counters[(at + 1) * block - 1] = (counters[(at + 1) * block - 1] ?? 0) ^ at;
    }
    const hidden = mixed(message, ciphers.mask.update(counters));
    const text = Buffer.concat([tag, hidden]).toString('base64url');
    expect(openName(text, ciphers)).toBeUndefined();
  });

  test.each([
    ['another secret', nameCiphers('another secret', 'a directory')],
    ['another directory', nameCiphers('a secret', 'another directory')],
  ])('is nothing to %s', (_what, other) => {
    expect(openName(sealed('segment-1.ts'), other)).toBeUndefined();
  });
});
