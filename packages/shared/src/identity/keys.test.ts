import { etc, getPublicKey, Point } from '@noble/ed25519';
import { describe, expect, test } from 'vitest';
import { canonicalKey, isSignedBy, keysOf, signChallenge, deriveSeed } from './keys.ts';
import { fromBase64, toBase64Url, toBase64 } from './base64.ts';
import { decrypt, encrypt } from './encryption.ts';

// Computed by movie-web clients from one passphrase.
const SEED = 'dfa3be70625770ac1381f13bc03842abfb933261feaf082b7b1fccf60943f101';
const PUBLIC_KEY = '-19nUfoc65psrSbaC5u4_a4RWhDuoDal4bBbskTbSOY';
const CHALLENGE = '123e4567-e89b-42d3-a456-426614174000';
const SIGNATURE =
  'zmRAbpXV9IrSTAtZcC6ktjF7oYwMcH_-iUJB4sOOzgf2Yaf3xQFf9FjDsZByEh9808Q1CruaajkDLuwltgBeCQ';

const seed = Uint8Array.from(SEED.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));

test('a seed gives the key of existing accounts', () => {
  expect(keysOf(seed)).toEqual({ seed, publicKey: PUBLIC_KEY });
});

test('a challenge is signed as existing clients sign it', () => {
  expect(signChallenge(keysOf(seed), CHALLENGE)).toBe(SIGNATURE);
});

describe('a signature', () => {
  test('is verified in any encoding', () => {
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, SIGNATURE)).toBe(true);
    const padded = `${SIGNATURE.replaceAll('-', '+').replaceAll('_', '/')}==`;
    expect(isSignedBy(`${PUBLIC_KEY.replaceAll('-', '+')}=`, CHALLENGE, padded)).toBe(true);
  });

  test('is valid for one challenge and one key', () => {
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE.toUpperCase(), SIGNATURE)).toBe(false);
    const other = keysOf(seed.toReversed()).publicKey;
    expect(isSignedBy(other, CHALLENGE, SIGNATURE)).toBe(false);
  });

  test('that is changed, cut or not base64 is invalid', () => {
    const bytes = fromBase64(SIGNATURE) ?? new Uint8Array();
    const changed = bytes.with(40, (bytes[40] ?? 0) ^ 1);
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, toBase64Url(changed))).toBe(false);
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, SIGNATURE.slice(0, -2))).toBe(false);
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, 'not base64!')).toBe(false);
    expect(isSignedBy(PUBLIC_KEY.slice(1), CHALLENGE, SIGNATURE)).toBe(false);
    expect(isSignedBy('_'.repeat(43), CHALLENGE, SIGNATURE)).toBe(false);
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, '_'.repeat(86))).toBe(false);
  });
});

// Computed by movie-web clients from passphrases and names.
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
  '$publicKey: seed, key and signature match those of existing accounts',
  async (vector) => {
    const seed = await deriveSeed(vector.passphrase);
    expect(toBase64(seed)).toBe(vector.seed);
    const keys = keysOf(seed);
    expect(keys.publicKey).toBe(vector.publicKey);
    expect(signChallenge(keys, vector.challenge)).toBe(vector.signature);
  },
);

describe('a device name', () => {
  test.each(vectors)('$name is encrypted and decrypted as movie-web clients do', async (vector) => {
    const seed = await deriveSeed(vector.passphrase);
    expect(encrypt(vector.name, seed, iv)).toBe(vector.encrypted);
    expect(decrypt(vector.encrypted, seed)).toBe(vector.name);
  });

  test('is encrypted differently each time, and may be empty', async () => {
    const seed = await deriveSeed('any');
    const [one, other] = [encrypt('TV', seed), encrypt('TV', seed)];
    expect(one).not.toBe(other);
    expect([one, other].map((text) => decrypt(text, seed))).toEqual(['TV', 'TV']);
    expect(decrypt(encrypt('', seed), seed)).toBe('');
  });

  test('of another key or another client cannot be decrypted, and causes no error', async () => {
    const [seed, other] = [await deriveSeed('one'), await deriveSeed('other')];
    const text = encrypt('TV', seed);
    expect(decrypt(text, other)).toBeUndefined();
    const odd = ['', 'TV', 'a.b.c', `${text}.AAAA`, text.replace(/\.[^.]*$/, '.AAAA'), 'é.é.é'];
    expect(odd.map((name) => decrypt(name, seed))).toEqual(odd.map(() => undefined));
    expect(decrypt(text, seed.slice(1))).toBeUndefined();
  });

  test('is not encrypted with half a key', () => {
    expect(() => encrypt('TV', new Uint8Array(16))).toThrow('Secret must be 256-bit');
  });
});

const P = Point.CURVE().p;
const L = Point.CURVE().n;

const key = getPublicKey(new Uint8Array(32).fill(7));

function littleEndian(value: bigint): Uint8Array {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** The eight points of small order, computed from any point of the curve. */
function torsion(): Point[] {
  for (let y = 2; ; y += 1) {
    const point = pointAt(y);
    const one = point?.multiplyUnsafe(L - 1n).add(point);
    if (!one || one.double().double().is0()) continue;
    return Array.from({ length: 7 }).reduce<Point[]>(
      (points) => [...points, (points.at(-1) ?? one).add(one)],
      [one],
    );
  }
}

function pointAt(y: number): Point | undefined {
  try {
    return Point.fromBytes(littleEndian(BigInt(y)));
  } catch {
    return undefined;
  }
}

const spellings: readonly (readonly [string, string])[] = [
  ['base64url', toBase64Url(key)],
  ['base64url, padded', `${toBase64Url(key)}=`],
  ['base64', toBase64(key).slice(0, -1)],
  ['base64, padded', toBase64(key)],
  // 43 base64 digits have two more bits than 32 bytes.
  ['with other spare bits', respelled(toBase64Url(key))],
];
test.each(spellings)('a key in %s has one canonical form', (_, text) => {
  expect(canonicalKey(text)).toBe(toBase64Url(key));
});

test('a key of a well-known account is accepted', () => {
  const known = '-19nUfoc65psrSbaC5u4_a4RWhDuoDal4bBbskTbSOY';
  expect(canonicalKey(known)).toBe(known);
});

const points = torsion();
test('a key of small order has eight forms', () => {
  expect(new Set(points.map((point) => point.toHex())).size).toBe(8);
  for (const point of points) expect(point.isSmallOrder()).toBe(true);
});
test.each(points.map((point) => [point.toHex(), point.toBytes()] as const))(
  'a key of small order is refused: %s',
  (_, bytes) => expect(canonicalKey(toBase64Url(bytes))).toBeUndefined(),
);

const second = Array.from({ length: 19 }, (_, index) => P + BigInt(index));
test.each([...second, ...second.map((y) => y + 2n ** 255n), 1n + 2n ** 255n, P - 1n + 2n ** 255n])(
  'a key in a second encoding of its point is refused: %s',
  (y) => expect(canonicalKey(toBase64Url(littleEndian(y)))).toBeUndefined(),
);

test.each([
  ['nothing', ''],
  ['31 bytes', toBase64Url(key.subarray(1))],
  ['33 bytes', toBase64Url(etc.concatBytes(key, Uint8Array.of(0)))],
  ['hexadecimal', Buffer.from(key).toString('hex')],
  ['not base64', `${toBase64Url(key).slice(0, -1)}!`],
  ['a line break', `${toBase64Url(key)}\n`],
])('a key that is %s is refused', (_, text) => expect(canonicalKey(text)).toBeUndefined());

function respelled(text: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = digits.indexOf(text.at(-1) ?? '');
  return text.slice(0, -1) + digits.charAt(last + 1);
}
