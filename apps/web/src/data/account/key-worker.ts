// Runs key derivation in a worker: in the page, it would block rendering on a phone for 160 ms or more. Without
// workers, the page imports this module.
import { keysOf, signChallenge, deriveSeed } from '@matinee/shared/identity/keys';
import { encrypt, accountTag } from '@matinee/shared/identity/encryption';
import { z } from 'zod';

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const KeyRequest = z.union([
  z.object({ passphrase: z.string() }),
  z.object({ seed: Bytes, challenge: z.string().optional(), deviceName: z.string().optional() }),
]);
export type KeyRequest = z.infer<typeof KeyRequest>;

/** `signature` for a challenge; the encrypted name `device` and the account tag `owner` for a device name. */
export const KeyResponse = z.object({
  seed: Bytes,
  publicKey: z.string(),
  signature: z.string().optional(),
  device: z.string().optional(),
  owner: z.string().optional(),
});
export type KeyResponse = z.infer<typeof KeyResponse>;

export async function handleKeyRequest(data: unknown): Promise<KeyResponse> {
  const request = KeyRequest.parse(data);
  if ('passphrase' in request) return keysOf(await deriveSeed(request.passphrase));
  const { seed, challenge, deviceName } = request;
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

if ('WorkerGlobalScope' in globalThis)
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    void handleKeyRequest(data).then((response) => postMessage(response));
  });
