// Ed25519 as strictly as it can be read. Node's own verification costs a tenth of one in JavaScript (0.13 ms against 1.27 ms)
// and compares R byte by byte, but takes signatures in a second spelling: those end here.
import { fromBase64 } from '@matinee/shared/identity/base64';
import { FIELD_PRIME, numberOf, yOf } from '@matinee/shared/identity/public-key';
import { createPublicKey, verify } from 'node:crypto';

/** How many points the base point makes. */
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
