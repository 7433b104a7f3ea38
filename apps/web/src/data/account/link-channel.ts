// The table on which two devices leave envelopes for each other.
import { deleteLink, leaveLink, takeLink } from '@matinee/shared/contract/links';
import { ApiError, call, type ApiFailure } from '#data/api.ts';
import { pause } from '#lib/sleep.ts';

const EVERY_MS = 2_000;
/** As long as an envelope lies there. */
const WAIT_MS = 120_000;
/** In a row, after which a server counts as away. */
const MISSES = 5;

/** Why a code is of no use any more, or nothing could be asked. */
export type LinkFault =
  /** Nobody came; somebody else came first; the server does not do such things. */
  | { readonly is: 'expired' | 'used' | 'unsupported' }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

export class LinkError extends Error {
  override name = 'LinkError';
  readonly fault: LinkFault;

  constructor(fault: LinkFault, options?: ErrorOptions) {
    super(`The link is over: ${fault.is}`, options);
    this.fault = fault;
  }
}

/** The fault where that is what ended the work; anything else goes on. */
export async function orFault<T>(work: Promise<T>): Promise<T | LinkFault> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LinkError) return error.fault;
    if (!(error instanceof ApiError)) throw error;
    return { is: 'failed', failure: error.failure };
  }
}

export async function leaveEnvelope(
  id: string,
  ciphertext: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await call(leaveLink, { body: { id, ciphertext } }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status } = error;
    if (status === 409) throw new LinkError({ is: 'used' }, { cause: error });
    if (status === 404) throw new LinkError({ is: 'unsupported' }, { cause: error });
    throw error;
  }
}

/** Waits for it; nobody else has it afterwards. */
export async function takeEnvelope(id: string, signal: AbortSignal): Promise<string> {
  const endsAt = performance.now() + WAIT_MS;
  let misses = 0;
  while (true) {
    try {
      return (await call(takeLink, { params: { id } }, { signal })).ciphertext;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 410) throw new LinkError({ is: 'used' }, { cause: error });
      misses = error.status === 404 ? 0 : misses + 1;
      if (misses === MISSES) throw error;
      if (performance.now() >= endsAt) throw new LinkError({ is: 'expired' }, { cause: error });
    }
    await pause(EVERY_MS, signal);
  }
}

/** Also tells whether the server is there and does such things at all. */
export async function clearTable(id: string, signal?: AbortSignal): Promise<void> {
  try {
    await call(deleteLink, { params: { id } }, { signal, keepalive: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new LinkError({ is: 'unsupported' }, { cause: error });
  }
}
