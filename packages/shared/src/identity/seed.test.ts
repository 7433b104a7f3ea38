import { describe, expect, test } from 'vitest';
import { keysOf, signChallenge } from './challenge.ts';
import { decryptDeviceName, encryptDeviceName } from './device-name.ts';
import { toBase64 } from './encoding.ts';
import { deriveSeed } from './seed.ts';

// What clients of the family make of passphrases and names.
const vectors = [
  {
    passphrase: `${'abandon '.repeat(11)}about`,
    seed: '43AF7Knxvi88bYb9jWlvPBha49NpcNZ8BYjG91sgl5U=',
    publicKey: 'VBC9WUuOt4TDveyl_aHQBYPW-yA-DmSu92lo6mCVsbk',
    challenge: '3f1b6c1e-7a0d-4c55-9c5e-2f8d0f6a9b10',
    signature:
      'IgTgPkKWQMkw4Yqv3FOwQm5gFk-qV7mW1r6S-2jw4q-neNyWmeiH6i0Sxa6Xvuu0RqXPRn02vwBNNgVasmBBAw',
    name: 'Café TV',
    encrypted: 'AAECAwQFBgcICQoLDA0ODw==.po/ZBazY0xI=.mXEen23s3mRYK9ZVupqojQ==',
  },
  {
    passphrase: 'right inject hazard canoe carry unfair cram physical chief nice real tribute',
    seed: '36O+cGJXcKwTgfE7wDhCq/uTMmH+rwgrex/M9glD8QE=',
    publicKey: '-19nUfoc65psrSbaC5u4_a4RWhDuoDal4bBbskTbSOY',
    challenge: '123e4567-e89b-42d3-a456-426614174000',
    signature:
      'zmRAbpXV9IrSTAtZcC6ktjF7oYwMcH_-iUJB4sOOzgf2Yaf3xQFf9FjDsZByEh9808Q1CruaajkDLuwltgBeCQ',
    name: 'Zoë’s TV',
    encrypted: 'AAECAwQFBgcICQoLDA0ODw==.WtDwjjfdRrNuEJc=.d3ME6yPOJ+yOlC2pe0iaQg==',
  },
];
const iv = Uint8Array.from({ length: 16 }, (_, index) => index);

test.each(vectors)(
  '$publicKey: seed, key and signature are what existing accounts have',
  async (vector) => {
    const seed = await deriveSeed(vector.passphrase);
    expect(toBase64(seed)).toBe(vector.seed);
    const keys = keysOf(seed);
    expect(keys.publicKey).toBe(vector.publicKey);
    expect(signChallenge(keys, vector.challenge)).toBe(vector.signature);
  },
);

describe('the name of a device', () => {
  test.each(vectors)('$name is written and read as clients of the family do', async (vector) => {
    const seed = await deriveSeed(vector.passphrase);
    expect(encryptDeviceName(vector.name, seed, iv)).toBe(vector.encrypted);
    expect(decryptDeviceName(vector.encrypted, seed)).toBe(vector.name);
  });

  test('looks different each time, and may be empty', async () => {
    const seed = await deriveSeed('any');
    const [one, other] = [encryptDeviceName('TV', seed), encryptDeviceName('TV', seed)];
    expect(one).not.toBe(other);
    expect([one, other].map((text) => decryptDeviceName(text, seed))).toEqual(['TV', 'TV']);
    expect(decryptDeviceName(encryptDeviceName('', seed), seed)).toBe('');
  });

  test('of another key or another client cannot be read, and breaks nothing', async () => {
    const [seed, other] = [await deriveSeed('one'), await deriveSeed('other')];
    const text = encryptDeviceName('TV', seed);
    expect(decryptDeviceName(text, other)).toBeUndefined();
    const odd = ['', 'TV', 'a.b.c', `${text}.AAAA`, text.replace(/\.[^.]*$/, '.AAAA'), 'é.é.é'];
    expect(odd.map((name) => decryptDeviceName(name, seed))).toEqual(odd.map(() => undefined));
    expect(decryptDeviceName(text, seed.slice(1))).toBeUndefined();
  });

  test('is not encrypted with half a key', () => {
    expect(() => encryptDeviceName('TV', new Uint8Array(16))).toThrow('Secret must be 256-bit');
  });
});
