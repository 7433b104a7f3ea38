// A passkey that gives out 32 bytes for a salt, always the same (WebAuthn's PRF), where the browser and the device have that.
import { toBase64Url } from '@matinee/shared/identity/base64';

const TIMEOUT_MS = 120_000;
const ALGORITHMS = [-8, -7, -257];

const random = (bytes: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(bytes));

/** Somebody said no, or nobody said anything; the browser or the device cannot do it. */
export type PasskeyFault = { readonly is: 'cancelled' | 'impossible' };

export interface MadePasskey {
  readonly is: 'made';
  readonly id: Uint8Array;
  readonly secret: Uint8Array;
}

/** Not from plain-http addresses, nor from addresses that are numbers: there it is not worth offering. */
export async function canUsePasskeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in globalThis) || !isDomain(location.hostname)) return false;
  // Browsers that do not tell are asked by trying.
  if (!('getClientCapabilities' in PublicKeyCredential)) return true;
  const able = await PublicKeyCredential.getClientCapabilities();
  return able['extension:prf'] !== false;
}

function isDomain(host: string): boolean {
  return !/^[\d.]+$|^\[/.test(host);
}

export async function makePasskey(
  name: string,
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<MadePasskey | PasskeyFault> {
  const made = await orFault(() =>
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
  if (!(made instanceof PublicKeyCredential)) return asFault(made);
  const { prf } = made.getClientExtensionResults();
  const id = new Uint8Array(made.rawId);
  if (prf?.enabled !== true) {
    void forgetPasskey(toBase64Url(id));
    return { is: 'impossible' };
  }
  // Many devices give it out only when they are asked a second time.
  const secret = prf.results ? bytesOf(prf.results.first) : await askPasskey(id, salt, signal);
  return secret instanceof Uint8Array ? { is: 'made', id, secret } : secret;
}

/** The secret for this salt. */
export async function askPasskey(
  id: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Uint8Array | PasskeyFault> {
  const used = await orFault(() =>
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
  if (!(used instanceof PublicKeyCredential)) return asFault(used);
  const first = used.getClientExtensionResults().prf?.results?.first;
  return first ? bytesOf(first) : { is: 'impossible' };
}

/** It is of no use any more: browsers that know how take it off their lists. */
export async function forgetPasskey(credentialId: string): Promise<void> {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return;
  const rpId = location.hostname;
  await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined);
}

type Answer = Credential | PasskeyFault | null;

async function orFault(ask: () => Promise<Credential | null>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { is: error.name === 'NotAllowedError' ? 'cancelled' : 'impossible' };
  }
}

function asFault(answer: Answer): PasskeyFault {
  return answer && 'is' in answer ? answer : { is: 'cancelled' };
}

function bytesOf(source: BufferSource): Uint8Array {
  if (!ArrayBuffer.isView(source)) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
