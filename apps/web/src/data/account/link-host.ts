// The signed-in device: shows a code, waits for the device that uses it, and sends the seed once the user confirms.
import { linkKeys, typedCode } from '@matinee/shared/identity/typed-code';
import {
  removeMessage,
  putMessage,
  LinkError,
  orLinkFailure,
  awaitMessage,
  type LinkFailure,
  LinkReply,
  LinkRequest,
  decryptMessage,
  encryptMessage,
} from './link-channel.ts';

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

export type LinkHostResult = { readonly is: 'asked'; readonly guest: LinkGuest } | LinkFailure;

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
  return { is: 'asked', guest: { device, number, key, replyId: keys.replyId } };
}

/** Call it after the user has confirmed the number. */
export function sendSeed(
  { replyId, key }: LinkGuest,
  seed: Uint8Array,
  signal: AbortSignal,
): Promise<{ readonly is: 'answered' } | LinkFailure> {
  const reply = encryptMessage(LinkReply, { kind: 'answer', seed }, key);
  return orLinkFailure(
    putMessage(replyId, reply, signal).then(() => ({ is: 'answered' }) as const),
  );
}
