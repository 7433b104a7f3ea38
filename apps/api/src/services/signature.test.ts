import { etc, getPublicKey, hash, Point, sign, utils, verify } from '@noble/ed25519';
import { keysOf, signChallenge } from '@matinee/shared/identity/challenge';
import { toBase64, toBase64Url } from '@matinee/shared/identity/encoding';
import { canonicalKey } from '@matinee/shared/identity/public-key';
import { describe, expect, test } from 'vitest';
import { isSignedBy } from './signature.ts';

const P = Point.CURVE().p;
const L = Point.CURVE().n;
const CHALLENGE = '123e4567-e89b-42d3-a456-426614174000';
const MESSAGE = new TextEncoder().encode(CHALLENGE);

const seed = new Uint8Array(32).fill(7);
const keys = keysOf(seed);
const key = getPublicKey(seed);
const signature = sign(MESSAGE, seed);

function littleEndian(value: bigint): Uint8Array {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}
const numberOf = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** The eight points that vanish when added to themselves eight times, made from any point of the curve. */
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

describe('a public key', () => {
  const spellings: readonly (readonly [string, string])[] = [
    ['base64url', toBase64Url(key)],
    ['base64url, padded', `${toBase64Url(key)}=`],
    ['base64', toBase64(key).slice(0, -1)],
    ['base64, padded', toBase64(key)],
    // 43 digits hold two bits more than 32 bytes.
    ['with other spare bits', respelled(toBase64Url(key))],
  ];
  test.each(spellings)('in %s is one and the same', (_, text) => {
    expect(canonicalKey(text)).toBe(keys.publicKey);
  });

  test('of a well-known account is taken', () => {
    const known = '-19nUfoc65psrSbaC5u4_a4RWhDuoDal4bBbskTbSOY';
    expect(canonicalKey(known)).toBe(known);
  });

  const points = torsion();
  test('of small order comes in eight forms', () => {
    expect(new Set(points.map((point) => point.toHex())).size).toBe(8);
    for (const point of points) expect(point.isSmallOrder()).toBe(true);
  });
  test.each(points.map((point) => [point.toHex(), point.toBytes()] as const))(
    'of small order is refused: %s',
    (_, bytes) => expect(canonicalKey(toBase64Url(bytes))).toBeUndefined(),
  );

  const second = Array.from({ length: 19 }, (_, index) => P + BigInt(index));
  test.each([
    ...second,
    ...second.map((y) => y + 2n ** 255n),
    1n + 2n ** 255n,
    P - 1n + 2n ** 255n,
  ])('in a second spelling of its point is refused: %s', (y) =>
    expect(canonicalKey(toBase64Url(littleEndian(y)))).toBeUndefined(),
  );

  test.each([
    ['nothing', ''],
    ['31 bytes', toBase64Url(key.subarray(1))],
    ['33 bytes', toBase64Url(etc.concatBytes(key, Uint8Array.of(0)))],
    ['hexadecimal', Buffer.from(key).toString('hex')],
    ['no base64', `${keys.publicKey.slice(0, -1)}!`],
    ['a line break', `${keys.publicKey}\n`],
  ])('that is %s is refused', (_, text) => expect(canonicalKey(text)).toBeUndefined());
});

describe('a signature', () => {
  const signed = (bytes: Uint8Array, by = keys.publicKey): boolean =>
    isSignedBy(by, CHALLENGE, toBase64Url(bytes));

  test('by the key is accepted, in either alphabet, padded or not', () => {
    expect(signed(signature)).toBe(true);
    expect(isSignedBy(keys.publicKey, CHALLENGE, toBase64(signature))).toBe(true);
    expect(isSignedBy(keys.publicKey, CHALLENGE, signChallenge(keys, CHALLENGE))).toBe(true);
  });

  test('agrees with another implementation for keys and messages of all kinds', () => {
    for (let round = 0; round < 20; round += 1) {
      const other = keysOf(utils.randomSecretKey());
      const message = 'x'.repeat(round * 7);
      expect(isSignedBy(other.publicKey, message, signChallenge(other, message))).toBe(true);
      expect(isSignedBy(keys.publicKey, message, signChallenge(other, message))).toBe(false);
    }
  });

  test('of another spelling of the challenge is refused', () => {
    expect(isSignedBy(keys.publicKey, CHALLENGE.toUpperCase(), toBase64Url(signature))).toBe(false);
  });

  test('with any one bit changed is refused', () => {
    for (let bit = 0; bit < 512; bit += 1) {
      const byte = bit >> 3;
      const changed = signature.with(byte, (signature[byte] ?? 0) ^ (1 << (bit & 7)));
      expect(signed(changed)).toBe(false);
    }
  });

  test('with the order added to S is refused', () => {
    const s = numberOf(signature.subarray(32));
    for (const more of [L, 2n * L, 7n * L]) {
      const malleable = etc.concatBytes(signature.subarray(0, 32), littleEndian(s + more));
      expect(signed(malleable)).toBe(false);
    }
  });

  test('whose R is spelled in a second way is refused', () => {
    // R is the neutral element; lenient verifiers (ZIP 215) take it under both names.
    const { scalar } = utils.getExtendedPublicKey(seed);
    const withR = (r: Uint8Array): Uint8Array => {
      const challenge = numberOf(hash(etc.concatBytes(r, key, MESSAGE))) % L;
      return etc.concatBytes(r, littleEndian((challenge * scalar) % L));
    };
    const second = withR(littleEndian(P + 1n));
    expect(verify(second, MESSAGE, key)).toBe(true);
    expect(signed(second)).toBe(false);
    expect(signed(withR(littleEndian(1n + 2n ** 255n)))).toBe(false);
  });

  test.each([
    ['nothing', ''],
    ['63 bytes', toBase64Url(signature.subarray(1))],
    ['65 bytes', toBase64Url(etc.concatBytes(signature, Uint8Array.of(0)))],
    ['no base64', '!'.repeat(86)],
  ])('that is %s is refused', (_, text) => {
    expect(isSignedBy(keys.publicKey, CHALLENGE, text)).toBe(false);
  });

  test('by a key that is no point of the curve is refused', () => {
    const y = [2, 3, 4, 5, 6, 7, 8, 9].find((candidate) => !pointAt(candidate));
    const nowhere = canonicalKey(toBase64Url(littleEndian(BigInt(y ?? 0)))) ?? '';
    expect(nowhere).toHaveLength(43);
    expect(signed(signature, nowhere)).toBe(false);
  });
});

function respelled(text: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = digits.indexOf(text.at(-1) ?? '');
  return text.slice(0, -1) + digits.charAt(last + 1);
}
