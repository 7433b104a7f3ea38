import { keysOf, signChallenge } from '@matinee/shared/identity/challenge';
import { deriveSeed } from '@matinee/shared/identity/seed';
import { z } from 'zod';

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const KeyQuestion = z.union([
  z.object({ passphrase: z.string() }),
  z.object({ seed: Bytes }),
  z.object({ seed: Bytes, challenge: z.string() }),
]);
export type KeyQuestion = z.input<typeof KeyQuestion>;

/** `signature` where there was a challenge. */
export const KeyAnswer = z.object({
  seed: Bytes,
  publicKey: z.string(),
  signature: z.string().optional(),
});
export type KeyAnswer = z.infer<typeof KeyAnswer>;

const Challenge = z.object({ seed: Bytes, challenge: z.string() });

/** In turns, so that a page on which this must run stays alive. */
export async function answerKeyQuestion(asked: unknown): Promise<KeyAnswer> {
  const question = KeyQuestion.parse(asked);
  const seed = 'seed' in question ? question.seed : await deriveSeed(question.passphrase);
  const keys = keysOf(seed);
  const toSign = Challenge.safeParse(asked).data;
  return toSign ? { ...keys, signature: signChallenge(keys, toSign.challenge) } : keys;
}
