// Proxies and relays may ask for proof that a person is asking. Their own word for it serves for minutes; before that a captcha
// is to be solved, and only a screen can show one: what is asked here waits until a screen has the answer.
import { createStore } from 'zustand/vanilla';
import { config } from '#config.ts';
import { forgetToken, tokenProof } from './token.ts';

export class HumanCheckError extends Error {
  override name = 'HumanCheckError';
}

export interface HumanQuestion {
  readonly siteKey: string;
  readonly solved: (token: string) => void;
}

/** Null while nobody has to prove anything. */
export const humanCheckStore = createStore<{ readonly question: HumanQuestion | null }>(() => ({
  question: null,
}));

interface Asking<A> {
  readonly signal?: AbortSignal | undefined;
  readonly send: (proof: string | undefined) => Promise<A>;
  /** Whether it is the proof that was not accepted. */
  readonly isRefusal: (answer: A) => boolean;
}

/** For somebody who has gone away meanwhile. */
const WAIT_MS = 120_000;

let turn: Promise<unknown> = Promise.resolve();

/** Sends with the proof that is kept, else with a solved captcha, else with none where none is asked for. */
export async function withHumanProof<A>(asking: Asking<A>): Promise<A> {
  const siteKey = config.TURNSTILE_KEY;
  const kept = tokenProof();
  if (siteKey === undefined) return asking.send(kept);
  if (kept !== undefined) {
    const answer = await asking.send(kept);
    if (!asking.isRefusal(answer)) return answer;
    forgetToken(kept);
  }
  // One captcha serves all who ask at the same time: the answer to the first brings the word that the others send.
  const mine = turn.then(() => solveAndSend(siteKey, asking));
  turn = mine.catch(() => undefined);
  return mine;
}

async function solveAndSend<A>(
  siteKey: string,
  { signal, send, isRefusal }: Asking<A>,
): Promise<A> {
  signal?.throwIfAborted();
  const answer = await send(tokenProof() ?? `turnstile|${await solve(siteKey, signal)}`);
  if (isRefusal(answer)) throw new HumanCheckError('The captcha was not accepted');
  return answer;
}

async function solve(siteKey: string, signal: AbortSignal | undefined): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const leave = () => reject(signal?.reason);
  const timer = setTimeout(() => reject(new HumanCheckError('Nobody answered')), WAIT_MS);
  signal?.addEventListener('abort', leave, { once: true });
  humanCheckStore.setState({ question: { siteKey, solved: resolve } });
  try {
    return await promise;
  } finally {
    humanCheckStore.setState({ question: null });
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
