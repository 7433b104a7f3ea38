// Ed25519 as strictly as it can be read. Node's own verification costs a tenth of one in JavaScript (0.13 ms against 1.27 ms)
// and compares R byte by byte, but takes keys that anybody can sign for and keys in a second spelling: those end here.
import { fromBase64, toBase64Url } from '@matinee/shared/identity/encoding';
import { createPublicKey, verify } from 'node:crypto';

/** The prime of the field, and how many points the base point makes. */
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const SIGN_BIT = 2n ** 255n;

const Y_OF_ORDER_8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
/** A signature by one of these eight points (two for most y) holds for any message, or for one in a few. */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  P - 1n,
  Y_OF_ORDER_8,
  P - Y_OF_ORDER_8,
]);

/** The one spelling of a public key under which its account is kept, or undefined for what is no key to trust. */
export function canonicalKey(text: string): string | undefined {
  const bytes = fromBase64(text);
  if (bytes?.length !== 32) return undefined;
  const y = yOf(bytes);
  return y < P && !SMALL_ORDER_Y.has(y) ? toBase64Url(bytes) : undefined;
}

/** `publicKey` is canonical. */
export function isSignedBy(publicKey: string, message: string, signature: string): boolean {
  const bytes = fromBase64(signature);
  if (bytes?.length !== 64) return false;
  if (yOf(bytes.subarray(0, 32)) >= P || numberOf(bytes.subarray(32)) >= L) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
    format: 'jwk',
  });
  return verify(null, Buffer.from(message), key, bytes);
}

const yOf = (point: Uint8Array): bigint => numberOf(point) % SIGN_BIT;

/** Least significant byte first. */
function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}
