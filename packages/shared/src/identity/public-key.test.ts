import { etc, getPublicKey, Point } from '@noble/ed25519';
import { expect, test } from 'vitest';
import { keysOf } from './keys.ts';
import { toBase64, toBase64Url } from './base64.ts';
import { canonicalKey } from './public-key.ts';

const P = Point.CURVE().p;
const L = Point.CURVE().n;

const seed = new Uint8Array(32).fill(7);
const keys = keysOf(seed);
const key = getPublicKey(seed);

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
  // 43 base64 digits have two bits more than 32 bytes.
  ['with other spare bits', respelled(toBase64Url(key))],
];
test.each(spellings)('a key in %s has one canonical form', (_, text) => {
  expect(canonicalKey(text)).toBe(keys.publicKey);
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
  ['not base64', `${keys.publicKey.slice(0, -1)}!`],
  ['a line break', `${keys.publicKey}\n`],
])('a key that is %s is refused', (_, text) => expect(canonicalKey(text)).toBeUndefined());

function respelled(text: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = digits.indexOf(text.at(-1) ?? '');
  return text.slice(0, -1) + digits.charAt(last + 1);
}
