// The device that is signed in: shows a code, sees who comes with it, and hands the seed over once somebody says yes.
import { linkKeys, typedCode } from '@matinee/shared/identity/typed-code';
import {
  clearTable,
  leaveEnvelope,
  LinkError,
  orFault,
  takeEnvelope,
  type LinkFault,
} from './link-channel.ts';
import { LinkAnswer, LinkRequest, openMessage, sealMessage } from './link-messages.ts';

const CODE_BYTES = 10;

export function newLinkCode(
  bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(CODE_BYTES)),
): string {
  return typedCode(bytes);
}

/** Somebody who has the code: the right one if it shows the number. */
export interface LinkGuest {
  readonly device: string;
  readonly number: string;
  readonly key: Uint8Array;
  readonly answerId: string;
}

export type LinkOffer = { readonly is: 'asked'; readonly guest: LinkGuest } | LinkFault;

/** Waits for two minutes. */
export function awaitGuest(code: string, signal: AbortSignal): Promise<LinkOffer> {
  return orFault(seeWhoComes(code, signal));
}

async function seeWhoComes(code: string, signal: AbortSignal): Promise<LinkOffer> {
  const keys = await linkKeys(code);
  if (!keys) throw new RangeError('not a code of ours');
  // Where the answer will lie, as the request may be there already.
  await clearTable(keys.answerId, signal);
  const sealed = await takeEnvelope(keys.requestId, signal);
  const request = openMessage(LinkRequest, sealed, keys.key);
  if (!request) throw new LinkError({ is: 'used' });
  const { device, number, key } = request;
  return { is: 'asked', guest: { device, number, key, answerId: keys.answerId } };
}

/** Only when the person has said yes. */
export function welcomeGuest(
  { answerId, key }: LinkGuest,
  seed: Uint8Array,
  signal: AbortSignal,
): Promise<{ readonly is: 'answered' } | LinkFault> {
  const answer = sealMessage(LinkAnswer, { kind: 'answer', seed }, key);
  return orFault(leaveEnvelope(answerId, answer, signal).then(() => ({ is: 'answered' }) as const));
}
