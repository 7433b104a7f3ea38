// Links a new device. The signed-in device shows a code, and the new device sends a request under that code. The new
// device receives the seed once the user confirms on the signed-in device.
import { linkKeys, type LinkKeys, typedCode } from '@matinee/shared/identity/typed-code';
import {
  removeMessage,
  putMessage,
  LinkError,
  orLinkFailure,
  awaitMessage,
  WAIT_MS,
  type LinkFailure,
  LinkReply,
  LinkRequest,
  decryptMessage,
  encryptMessage,
} from './link-channel.ts';
import { signInWithSeed, type SignInResult } from './sign-in.ts';

const KEY_BYTES = 32;

export type LinkResult =
  | { readonly is: 'signedIn' | 'noDeviceName' }
  /** The account of the seed is on another server. */
  | { readonly is: 'unknownAccount' }
  /** The login with the seed took too long. */
  | { readonly is: 'loginExpired' }
  | LinkFailure
  /** The typed text is not a code; nothing was sent. */
  | { readonly is: 'noCode' };

export interface LinkAttempt {
  /** The typed text. */
  readonly code: string;
  readonly deviceName: string;
  /** Four digits that this device shows while it waits. */
  readonly number: string;
  readonly signal: AbortSignal;
}

export function newLinkNumber(
  [random = 0]: ArrayLike<number> & Iterable<number> = crypto.getRandomValues(new Uint32Array(1)),
): string {
  return String(random % 10_000).padStart(4, '0');
}

/** The new device: sends a request, and signs in with the seed. */
export async function requestLink(attempt: LinkAttempt): Promise<LinkResult> {
  const deviceName = attempt.deviceName.trim();
  if (deviceName === '') return { is: 'noDeviceName' };
  const keys = await linkKeys(attempt.code);
  if (!keys) return { is: 'noCode' };
  const seed = await orLinkFailure(receiveSeed(keys, { ...attempt, deviceName }));
  if (!(seed instanceof Uint8Array)) return seed;
  return asLinkResult(await signInWithSeed({ seed, deviceName, signal: attempt.signal }));
}

function asLinkResult(result: SignInResult): LinkResult {
  switch (result.is) {
    case 'failed':
      return result;
    case 'signedIn':
      return { is: 'signedIn' };
    case 'expired':
      return { is: 'loginExpired' };
    case 'noServer':
      return { is: 'failed', failure: { is: 'noServer' } };
    case 'noDeviceName':
    case 'badPassphrase':
    case 'unknownAccount':
      // The other cases cannot occur: there is a device name and no passphrase.
      return { is: 'unknownAccount' };
  }
}

async function receiveSeed(
  { requestId, replyId, key }: LinkKeys,
  { deviceName: device, number, signal }: LinkAttempt,
): Promise<Uint8Array> {
  const replyKey = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const request = { kind: 'request', device, number, key: replyKey } as const;
  await putMessage(requestId, encryptMessage(LinkRequest, request, key), signal);
  try {
    const reply = decryptMessage(LinkReply, await awaitMessage(replyId, signal), replyKey);
    if (!reply) throw new LinkError({ is: 'used' });
    return reply.seed;
  } catch (error) {
    // Remaining messages are useless. The server would also remove them later.
    for (const id of [requestId, replyId]) void removeMessage(id).catch(() => undefined);
    throw error;
  }
}

// The signed-in device.

const CODE_BYTES = 10;

export function newLinkCode(
  bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(CODE_BYTES)),
): string {
  return typedCode(bytes);
}

/** A device that has the code. The user compares the number that it shows. */
export interface LinkGuest {
  readonly device: string;
  readonly number: string;
  readonly key: Uint8Array;
  readonly replyId: string;
}

/** The new device began to wait a little before its request was read here, and the reply takes a moment. */
export const CONFIRM_MS = WAIT_MS - 10_000;

export type LinkHostResult = { readonly is: 'requested'; readonly guest: LinkGuest } | LinkFailure;

/** Waits for two minutes. */
export function awaitLinkGuest(code: string, signal: AbortSignal): Promise<LinkHostResult> {
  return orLinkFailure(awaitRequest(code, signal));
}

async function awaitRequest(code: string, signal: AbortSignal): Promise<LinkHostResult> {
  const keys = await linkKeys(code);
  if (!keys) throw new RangeError('Invalid link code');
  // Clears the slot of the reply. The request may be there already.
  await removeMessage(keys.replyId, signal);
  const ciphertext = await awaitMessage(keys.requestId, signal);
  const request = decryptMessage(LinkRequest, ciphertext, keys.key);
  if (!request) throw new LinkError({ is: 'used' });
  const { device, number, key } = request;
  return { is: 'requested', guest: { device, number, key, replyId: keys.replyId } };
}

/** Call it after the user has confirmed the number. */
export function sendSeed(
  { replyId, key }: LinkGuest,
  seed: Uint8Array,
  signal: AbortSignal,
): Promise<{ readonly is: 'replied' } | LinkFailure> {
  const reply = encryptMessage(LinkReply, { kind: 'answer', seed }, key);
  return orLinkFailure(putMessage(replyId, reply, signal).then(() => ({ is: 'replied' }) as const));
}
