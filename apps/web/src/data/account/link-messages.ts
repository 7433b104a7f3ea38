// What two devices tell each other while one is linked, sealed: see contract/links.ts.
import { fromBase64, toBase64 } from '@matinee/shared/identity/base64';
import { encrypt, decrypt } from '@matinee/shared/identity/encryption';
import { z } from 'zod';

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

/** From the device that is to be linked. */
export const LinkRequest = z.object({
  kind: z.literal('request'),
  /** What it calls itself. */
  device: z.string().trim().min(1).max(100),
  /** That it made up and shows. */
  number: z.string().regex(/^\d{4}$/),
  /** That seals the answer. */
  key: Key,
});
export type LinkRequest = z.output<typeof LinkRequest>;

/** From the device that is signed in. */
export const LinkAnswer = z.object({ kind: z.literal('answer'), seed: Key });

export function sealMessage<T extends z.ZodType>(
  schema: T,
  message: z.output<T>,
  key: Uint8Array,
): string {
  return encrypt(JSON.stringify(z.encode(schema, message)), key);
}

/** undefined for what somebody else has left. */
export function openMessage<T extends z.ZodType>(
  schema: T,
  sealed: string,
  key: Uint8Array,
): z.output<T> | undefined {
  const text = decrypt(sealed, key);
  return text === undefined ? undefined : schema.safeParse(readJson(text)).data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
