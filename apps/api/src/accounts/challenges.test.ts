import { etc, getPublicKey, hash, Point, sign, utils, verify } from '@noble/ed25519';
import { keysOf, signChallenge, canonicalKey } from '@matinee/shared/identity/keys';
import { toBase64, toBase64Url } from '@matinee/shared/identity/base64';
import { describe, expect, test } from 'vitest';
import { verifySignature } from './challenges.ts';

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

function pointAt(y: number): Point | undefined {
  try {
    return Point.fromBytes(littleEndian(BigInt(y)));
  } catch {
    return undefined;
  }
}

describe('a signature', () => {
  const signed = (bytes: Uint8Array, by = keys.publicKey): boolean =>
    verifySignature(by, CHALLENGE, toBase64Url(bytes));

  test('made with the key is accepted in both base64 alphabets, with or without padding', () => {
    expect(signed(signature)).toBe(true);
    expect(verifySignature(keys.publicKey, CHALLENGE, toBase64(signature))).toBe(true);
    expect(verifySignature(keys.publicKey, CHALLENGE, signChallenge(keys, CHALLENGE))).toBe(true);
  });

  test('is verified as another implementation verifies it, for all kinds of keys and messages', () => {
    for (let round = 0; round < 20; round += 1) {
      const other = keysOf(utils.randomSecretKey());
      const message = 'x'.repeat(round * 7);
      expect(verifySignature(other.publicKey, message, signChallenge(other, message))).toBe(true);
      expect(verifySignature(keys.publicKey, message, signChallenge(other, message))).toBe(false);
    }
  });

  test('for another spelling of the challenge is refused', () => {
    expect(verifySignature(keys.publicKey, CHALLENGE.toUpperCase(), toBase64Url(signature))).toBe(
      false,
    );
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

  test('with a non-canonical encoding of R is refused', () => {
    // R is the neutral element. Lenient verifiers (ZIP 215) accept both of its encodings.
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
    ['not base64', '!'.repeat(86)],
  ])('that is %s is refused', (_, text) => {
    expect(verifySignature(keys.publicKey, CHALLENGE, text)).toBe(false);
  });

  test('by a key that is not a point of the curve is refused', () => {
    const y = [2, 3, 4, 5, 6, 7, 8, 9].find((candidate) => !pointAt(candidate));
    const nowhere = canonicalKey(toBase64Url(littleEndian(BigInt(y ?? 0)))) ?? '';
    expect(nowhere).toHaveLength(43);
    expect(signed(signature, nowhere)).toBe(false);
  });
});
