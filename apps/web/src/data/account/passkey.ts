// A passkey that derives a 32-byte secret from a salt (WebAuthn PRF extension), where browser and device support it.
import { toBase64Url } from '@matinee/shared/identity/base64';

const TIMEOUT_MS = 120_000;
const ALGORITHMS = [-8, -7, -257];

const random = (bytes: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(bytes));

/** `cancelled`: by the user or the time limit. `impossible`: browser or device lack support. */
export type PasskeyFailure = { readonly is: 'cancelled' | 'impossible' };

export interface CreatedPasskey {
  readonly is: 'created';
  readonly id: Uint8Array;
  readonly secret: Uint8Array;
}

/** False on plain http and on IP addresses. */
export async function canUsePasskeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in globalThis) || !isDomain(location.hostname)) return false;
  // Browsers without `getClientCapabilities` show it only when a passkey is created.
  if (!('getClientCapabilities' in PublicKeyCredential)) return true;
  const capabilities = await PublicKeyCredential.getClientCapabilities();
  return capabilities['extension:prf'] !== false;
}

function isDomain(host: string): boolean {
  return !/^[\d.]+$|^\[/.test(host);
}

export async function createPasskey(
  name: string,
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<CreatedPasskey | PasskeyFailure> {
  const created = await orFailure(() =>
    navigator.credentials.create({
      signal,
      publicKey: {
        challenge: random(32),
        rp: { name: 'Matinee' },
        user: { id: random(16), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: salt } } },
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(created instanceof PublicKeyCredential)) return failureOf(created);
  const { prf } = created.getClientExtensionResults();
  const id = new Uint8Array(created.rawId);
  if (prf?.enabled !== true) {
    void forgetPasskey(toBase64Url(id));
    return { is: 'impossible' };
  }
  // Many devices return the secret only from a second request.
  const secret = prf.results ? bytesOf(prf.results.first) : await readPasskey(id, salt, signal);
  return secret instanceof Uint8Array ? { is: 'created', id, secret } : secret;
}

/** The secret for this salt. */
export async function readPasskey(
  id: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Uint8Array | PasskeyFailure> {
  const used = await orFailure(() =>
    navigator.credentials.get({
      signal,
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: 'public-key', id }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: salt } } },
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(used instanceof PublicKeyCredential)) return failureOf(used);
  const first = used.getClientExtensionResults().prf?.results?.first;
  return first ? bytesOf(first) : { is: 'impossible' };
}

/** Browsers with the Signal API remove the unused passkey from their list. */
export async function forgetPasskey(credentialId: string): Promise<void> {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return;
  const rpId = location.hostname;
  await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined);
}

type PasskeyResult = Credential | PasskeyFailure | null;

async function orFailure(request: () => Promise<Credential | null>): Promise<PasskeyResult> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { is: error.name === 'NotAllowedError' ? 'cancelled' : 'impossible' };
  }
}

function failureOf(result: PasskeyResult): PasskeyFailure {
  return result && 'is' in result ? result : { is: 'cancelled' };
}

function bytesOf(source: BufferSource): Uint8Array {
  if (!ArrayBuffer.isView(source)) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
