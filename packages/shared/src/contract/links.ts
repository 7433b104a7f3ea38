// A device that is signed in hands the account's 32-byte seed to another one. This server is the table on which they leave
// sealed envelopes: it sees neither the code nor the keys, and an envelope lies for two minutes and is taken once.
//
// 1. The old device makes ten random bytes into a code of 80 bits (`typedCode`) and shows it, as text to be typed and as a QR
//    code of `{origin}/link#{code}`: what stands behind # is sent to nobody. Both devices make the same out of it
//    (`linkKeys`): the id of the request, the id of the answer, and the key that seals the request.
// 2. The new device leaves its request: POST /links { id: requestId, ciphertext }, in it as JSON
//    { "kind": "request", "device": what it calls itself, "number": four digits that it made up and shows,
//      "key": 32 random bytes as base64 }. 409: somebody has used this code before it; only a new code helps.
// 3. The old device asks GET /links/{requestId} every two seconds. 404: not there yet. 410: taken by somebody else; the code
//    is void. 200: it shows the device's name and the number, and asks whether that is the device at hand.
// 4. Only when the person says yes: POST /links { id: answerId, ciphertext }, sealed with the request's key, so that whoever
//    read the code off the screen too cannot open it; in it { "kind": "answer", "seed": base64 }. After a no, nothing is left.
// 5. The new device, asking GET /links/{answerId} in the same way, has the seed and signs in with /auth/login.
//    410 there: somebody else took the envelope, and cannot open it; only a new code helps.
// 6. Whoever gives up says DELETE /links/{id}, which tells whether that was too late: `taken`. What was never taken is
//    answered no more after two minutes, and deleted.
//
// Sealed: AES-256-GCM as in all this family's clients, base64 of `iv.ciphertext.tag`, the IV 16 random bytes.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** 16 bytes that nobody guesses, as base64url. */
const LinkId = z.string().regex(/^[\w-]{22}$/);

const LinkPath = z.object({ id: LinkId });

const ReadBudget = { bucket: 'link_reads', max: 600, seconds: 600 } as const;

/** The same once more is no conflict, so that a lost answer can be asked for again. */
export const leaveLink = endpoint({
  method: 'POST',
  path: '/links',
  about: 'Leaves something sealed for another device, for two minutes.',
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
  refusals: { 409: 'Something else was left there before.' },
});

export const takeLink = endpoint({
  method: 'GET',
  path: '/links/:id',
  about: 'Takes what another device has left; nobody else can afterwards.',
  access: 'public',
  budget: ReadBudget,
  params: LinkPath,
  reply: z.object({ id: z.string(), ciphertext: z.string() }),
  refusals: { 404: 'Nothing is there, or not yet.', 410: 'It was taken before.' },
});

export const deleteLink = endpoint({
  method: 'DELETE',
  path: '/links/:id',
  about: 'Takes back what was left, and tells whether somebody had it before.',
  access: 'public',
  budget: ReadBudget,
  params: LinkPath,
  reply: z.object({ id: z.string(), taken: z.boolean() }),
});
