// The device that is to be linked: comes with a code, and has the seed once somebody said yes on the other one.
import { linkKeys, type LinkKeys } from '@matinee/shared/identity/typed-code';
import {
  clearTable,
  leaveEnvelope,
  LinkError,
  orFault,
  takeEnvelope,
  type LinkFault,
} from './link-channel.ts';
import { LinkAnswer, LinkRequest, openMessage, sealMessage } from './link-messages.ts';
import { signInWithSeed, type SignInResult } from './sign-in.ts';

const KEY_BYTES = 32;

export type LinkResult =
  | { readonly is: 'signedIn' | 'noDeviceName' }
  /** The seed is there, but its account is on another server. */
  | { readonly is: 'unknownAccount' }
  | LinkFault
  /** What was typed cannot be a code: nothing was sent. */
  | { readonly is: 'noCode' };

export interface LinkAsking {
  /** As it was typed. */
  readonly code: string;
  readonly deviceName: string;
  /** Four digits that this device shows meanwhile. */
  readonly number: string;
  readonly signal: AbortSignal;
}

export function newLinkNumber(
  [random = 0]: ArrayLike<number> & Iterable<number> = crypto.getRandomValues(new Uint32Array(1)),
): string {
  return String(random % 10_000).padStart(4, '0');
}

/** Like `signIn`; what is to be synchronised begins by itself. */
export async function askToBeLinked(asking: LinkAsking): Promise<LinkResult> {
  const deviceName = asking.deviceName.trim();
  if (deviceName === '') return { is: 'noDeviceName' };
  const keys = await linkKeys(asking.code);
  if (!keys) return { is: 'noCode' };
  const seed = await orFault(receiveSeed(keys, { ...asking, deviceName }));
  if (!(seed instanceof Uint8Array)) return seed;
  return asLinkResult(await signInWithSeed({ seed, deviceName, signal: asking.signal }));
}

function asLinkResult(result: SignInResult): LinkResult {
  switch (result.is) {
    case 'failed':
      return result;
    case 'signedIn':
      return { is: 'signedIn' };
    case 'noServer':
      return { is: 'failed', failure: { is: 'noServer' } };
    case 'noDeviceName':
    case 'badPassphrase':
    case 'unknownAccount':
      // There were no words, and there was a name.
      return { is: 'unknownAccount' };
  }
}

async function receiveSeed(
  { requestId, answerId, key }: LinkKeys,
  { deviceName: device, number, signal }: LinkAsking,
): Promise<Uint8Array> {
  const answerKey = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const request = { kind: 'request', device, number, key: answerKey } as const;
  await leaveEnvelope(requestId, sealMessage(LinkRequest, request, key), signal);
  try {
    const answer = openMessage(LinkAnswer, await takeEnvelope(answerId, signal), answerKey);
    if (!answer) throw new LinkError({ is: 'used' });
    return answer.seed;
  } catch (error) {
    // Given up: what lies there still is for nobody. Whoever cleans up later does it as well.
    for (const id of [requestId, answerId]) void clearTable(id).catch(() => undefined);
    throw error;
  }
}
