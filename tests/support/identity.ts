// A client's side of registration and login.
import { keysOf, signChallenge, type Keys } from '@matinee/shared/identity/keys';
import {
  completeRegister,
  startRegister,
  completeLogin,
  startLogin,
  type SignedIn,
} from '@matinee/shared/contract/auth';
import { randomBytes } from 'node:crypto';
import request, { type Response } from 'supertest';
import type { TestApp } from './app.ts';

type Server = Pick<TestApp, 'url'>;

export const newKeys = (): Keys => keysOf(randomBytes(32));

export const PROFILE = { colorA: '#2E65CF', colorB: '#7652DD', icon: 'userGroup' };

export async function requestRegistrationChallenge(
  { url }: Server,
  invite?: string,
): Promise<string> {
  const { body } = await request(url).post('/auth/register/start').send({ invite });
  return startRegister.reply.parse(body).challenge;
}

export async function requestLoginChallenge({ url }: Server, { publicKey }: Keys): Promise<string> {
  const { body } = await request(url).post('/auth/login/start').send({ publicKey });
  return startLogin.reply.parse(body).challenge;
}

/** The body that a client sends. Tests replace `signature` and `publicKey`. */
export function registrationOf(keys: Keys, code: string) {
  return { ...loginOf(keys, code), namespace: 'movie-web', profile: PROFILE };
}

export function loginOf(keys: Keys, code: string) {
  return {
    publicKey: keys.publicKey,
    challenge: { code, signature: signChallenge(keys, code) },
    device: 'iv.name.tag',
  };
}

export const completeRegistration = async ({ url }: Server, body: object): Promise<Response> =>
  request(url).post('/auth/register/complete').send(body);

export const completeLogIn = async ({ url }: Server, body: object): Promise<Response> =>
  request(url).post('/auth/login/complete').send(body);

export interface Member extends SignedIn {
  readonly keys: Keys;
  /** The argument of `.set(...)` of a request. */
  readonly headers: { readonly authorization: string };
}

/** Registers through the API, like a client. */
export async function register(server: Server, keys = newKeys(), invite?: string): Promise<Member> {
  const code = await requestRegistrationChallenge(server, invite);
  const { body } = await completeRegistration(server, { ...registrationOf(keys, code), invite });
  return memberOf(completeRegister.reply.parse(body), keys);
}

export async function logIn(server: Server, keys: Keys): Promise<Member> {
  const code = await requestLoginChallenge(server, keys);
  const { body } = await completeLogIn(server, loginOf(keys, code));
  return memberOf(completeLogin.reply.parse(body), keys);
}

const memberOf = (signedIn: SignedIn, keys: Keys): Member => ({
  ...signedIn,
  keys,
  headers: { authorization: `Bearer ${signedIn.token}` },
});
