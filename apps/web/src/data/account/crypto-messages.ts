import { keysOf, signChallenge, deriveSeed } from '@matinee/shared/identity/keys';
import { encrypt, accountTag } from '@matinee/shared/identity/encryption';
import { z } from 'zod';

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const KeyQuestion = z.union([
  z.object({ passphrase: z.string() }),
  z.object({ seed: Bytes, challenge: z.string().optional(), deviceName: z.string().optional() }),
]);
export type KeyQuestion = z.infer<typeof KeyQuestion>;

/** `signature` where there was a challenge, `device` and `owner` where there was a name. */
export const KeyAnswer = z.object({
  seed: Bytes,
  publicKey: z.string(),
  signature: z.string().optional(),
  device: z.string().optional(),
  owner: z.string().optional(),
});
export type KeyAnswer = z.infer<typeof KeyAnswer>;

/** In turns, so that a page on which this must run stays alive. */
export async function answerKeyQuestion(asked: unknown): Promise<KeyAnswer> {
  const question = KeyQuestion.parse(asked);
  if ('passphrase' in question) return keysOf(await deriveSeed(question.passphrase));
  const { seed, challenge, deviceName } = question;
  const keys = keysOf(seed);
  return {
    ...keys,
    ...(challenge !== undefined && { signature: signChallenge(keys, challenge) }),
    ...(deviceName !== undefined && {
      device: encrypt(deviceName, seed),
      owner: accountTag(seed),
    }),
  };
}
