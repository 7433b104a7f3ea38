// The channel that links one device to another: each device leaves an encrypted message on the server for the other.
import { deleteLink, postLink, takeLink } from '@matinee/shared/contract/links';
import { fromBase64, toBase64 } from '@matinee/shared/identity/base64';
import { decrypt, encrypt } from '@matinee/shared/identity/encryption';
import { z } from 'zod';
import { ApiRequestError, call, type ApiFailure } from '#data/api.ts';
import { sleep } from '#lib/scheduling.ts';

const POLL_MS = 2_000;
/** The server keeps a message for the same time. */
export const WAIT_MS = 120_000;
/** Consecutive failures. */
const MAX_FAILURES = 5;

export type LinkFailure =
  /** `expired`: the other device did not come. `used`: a third one was first. `unsupported`: it cannot link. */
  | { readonly is: 'expired' | 'used' | 'unsupported' }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

export class LinkError extends Error {
  override name = 'LinkError';
  readonly failure: LinkFailure;

  constructor(failure: LinkFailure, options?: ErrorOptions) {
    super(`Linking failed: ${failure.is}`, options);
    this.failure = failure;
  }
}

/** Resolves with a link failure instead of rejecting. */
export async function orLinkFailure<T>(work: Promise<T>): Promise<T | LinkFailure> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LinkError) return error.failure;
    if (!(error instanceof ApiRequestError)) throw error;
    return { is: 'failed', failure: error.failure };
  }
}

export async function putMessage(
  id: string,
  ciphertext: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await call(postLink, { body: { id, ciphertext } }, { signal });
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    const { status } = error;
    if (status === 409) throw new LinkError({ is: 'used' }, { cause: error });
    if (status === 404) throw new LinkError({ is: 'unsupported' }, { cause: error });
    throw error;
  }
}

/** Polls for the message, which the server removes when it is read. */
export async function awaitMessage(id: string, signal: AbortSignal): Promise<string> {
  const endsAt = performance.now() + WAIT_MS;
  let failures = 0;
  while (true) {
    try {
      return (await call(takeLink, { params: { id } }, { signal })).ciphertext;
    } catch (error) {
      if (!(error instanceof ApiRequestError)) throw error;
      if (error.status === 410) throw new LinkError({ is: 'used' }, { cause: error });
      failures = error.status === 404 ? 0 : failures + 1;
      if (failures === MAX_FAILURES) throw error;
      if (performance.now() >= endsAt) throw new LinkError({ is: 'expired' }, { cause: error });
    }
    await sleep(POLL_MS, signal);
  }
}

/** Rejects if the server cannot be reached or cannot link. */
export async function removeMessage(id: string, signal?: AbortSignal): Promise<void> {
  try {
    await call(deleteLink, { params: { id } }, { signal, keepalive: true });
  } catch (error) {
    if (!(error instanceof ApiRequestError) || error.status !== 404) throw error;
    throw new LinkError({ is: 'unsupported' }, { cause: error });
  }
}

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const Key = z.codec(z.string(), Bytes, {
  decode: (text, context) => {
    const bytes = fromBase64(text);
    if (bytes?.length === 32) return bytes;
    context.issues.push({ code: 'custom', input: text, message: 'Not 32 bytes' });
    return z.NEVER;
  },
  encode: toBase64,
});

/** The message of the new device. */
export const LinkRequest = z.object({
  kind: z.literal('request'),
  device: z.string().trim().min(1).max(100),
  /** Four random digits that the device shows. */
  number: z.string().regex(/^\d{4}$/),
  /** Encrypts the reply. */
  key: Key,
});
export type LinkRequest = z.output<typeof LinkRequest>;

/** The message of the signed-in device. */
export const LinkReply = z.object({ kind: z.literal('answer'), seed: Key });

export function encryptMessage<T extends z.ZodType>(
  schema: T,
  message: z.output<T>,
  key: Uint8Array,
): string {
  return encrypt(JSON.stringify(z.encode(schema, message)), key);
}

/** Undefined for a message from a third party. */
export function decryptMessage<T extends z.ZodType>(
  schema: T,
  ciphertext: string,
  key: Uint8Array,
): z.output<T> | undefined {
  const text = decrypt(ciphertext, key);
  return text === undefined ? undefined : schema.safeParse(readJson(text)).data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
