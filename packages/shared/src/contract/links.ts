// Device linking: a signed-in device sends the account's 32-byte seed to a new one. The server stores encrypted
// messages and sees neither code nor keys. A message expires after two minutes and can be read once.
//
// 1. The signed-in device turns ten random bytes into a code (`typedCode`) and shows it as text and as a QR code of
//    `{origin}/link#{code}`, because browsers don't send fragments to servers. From the code, both devices derive
//    (`linkKeys`) the IDs of request and reply, and the key that encrypts the request.
// 2. The new device sends its request: POST /links { id: requestId, ciphertext }, which contains the JSON
//    { "kind": "request", "device": its name, "number": four random digits that it shows,
//      "key": 32 random bytes as base64 }. 409: the code was used before. A new code is needed.
// 3. The signed-in device polls GET /links/{requestId} every two seconds. 404: not there yet. 410: read by another
//    device, so the code is void. 200: it shows the new device's name and number and requests confirmation.
// 4. After confirmation: POST /links { id: replyId, ciphertext }, which contains { "kind": "answer", "seed": base64 }.
//    It is encrypted with the request's key, so people who only saw the code can't decrypt it. Without confirmation,
//    the device sends nothing.
// 5. The new device polls GET /links/{replyId} in the same way, gets the seed and signs in with /auth/login.
//    410: another device has read the message, but can't decrypt it. A new code is needed.
// 6. A device that cancels sends DELETE /links/{id}. `taken` tells whether that was too late. Unread messages expire
//    after two minutes and are deleted.
//
// Encryption is `identity/encryption.ts`: AES-256-GCM, base64 of `iv.ciphertext.tag`, with a random 16-byte IV.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** 16 secret bytes as base64url. */
const LinkId = z.string().regex(/^[\w-]{22}$/);

const LinkPath = z.object({ id: LinkId });

const ReadBudget = { bucket: 'link_reads', max: 600, seconds: 600 } as const;

/** Repeating the same message isn't a conflict, so clients may retry. */
export const postLink = endpoint({
  method: 'POST',
  path: '/links',
  summary: 'Stores an encrypted message for another device for two minutes.',
  access: 'public',
  budget: { bucket: 'links', max: 20, seconds: 600 },
  bodyLimit: 4 * 1024,
  body: z.object({
    id: LinkId,
    ciphertext: z
      .string()
      .max(1_000)
      .regex(/^[\w+/=.-]+$/),
  }),
  reply: z.object({ id: z.string(), expiresAt: z.string() }),
  errors: { 409: 'Another message has this id.' },
});

export const takeLink = endpoint({
  method: 'GET',
  path: '/links/:id',
  summary: 'Reads the message of another device, which works once.',
  access: 'public',
  budget: ReadBudget,
  params: LinkPath,
  reply: z.object({ id: z.string(), ciphertext: z.string() }),
  errors: { 404: 'There is no message yet.', 410: 'The message was already read.' },
});

export const deleteLink = endpoint({
  method: 'DELETE',
  path: '/links/:id',
  summary: 'Deletes a message and reports whether it was already read.',
  access: 'public',
  budget: ReadBudget,
  params: LinkPath,
  reply: z.object({ id: z.string(), taken: z.boolean() }),
});
