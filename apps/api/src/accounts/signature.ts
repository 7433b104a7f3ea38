// Strict Ed25519. Node's verification takes a tenth of the time of one in JavaScript (0.13 ms
// against 1.27 ms). It compares R byte by byte, but accepts non-canonical encodings, which are
// rejected here first.
import { fromBase64 } from '@matinee/shared/identity/encoding';
import { FIELD_PRIME, numberOf, yOf } from '@matinee/shared/identity/public-key';
import { createPublicKey, verify } from 'node:crypto';

/** The order of the base point. */
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** `publicKey` is canonical. */
export function verifySignature(publicKey: string, message: string, signature: string): boolean {
  const bytes = fromBase64(signature);
  if (bytes?.length !== 64) return false;
  if (yOf(bytes.subarray(0, 32)) >= FIELD_PRIME || numberOf(bytes.subarray(32)) >= GROUP_ORDER)
    return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
    format: 'jwk',
  });
  return verify(null, Buffer.from(message), key, bytes);
}
