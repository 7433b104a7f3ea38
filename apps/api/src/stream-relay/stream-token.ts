// Stream tokens replace stream URLs. They are encrypted with AES-256-GCM: clients can neither read nor forge them.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ApiError, forbidden } from '#http/api-error.ts';
import { extensionOf } from './headers.ts';
import { readOldSuffix } from './old-token.ts';
import { countLookup } from '#lib/measurements.ts';

/** `playlist`: a playlist with URLs that become tokens, too. `media`: bytes. */
export type TokenKind = 'playlist' | 'media';

/**
 * The hosts that a token may reach. `own`: all configured services, for operator sources. `named`: allowed hosts, for
 * the operator's add-ons. `public`: only the public internet, regardless of the playlist's URLs.
 */
const SCOPES = ['own', 'named', 'public'] as const;
export type Scope = (typeof SCOPES)[number];

/** Values of a playlist's variables (EXT-X-DEFINE) by name. */
export type Variables = Readonly<Record<string, string>>;

/** The URL that a token opens, and the way to open it. */
export interface StreamClaims {
  readonly url: string;
  readonly kind: TokenKind;
  /** Headers for the upstream server, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unset: public. */
  readonly scope?: Scope;
  /** The variables that a playlist may import from the one that listed it. */
  readonly variables?: Variables | undefined;
}

export interface StreamToken extends StreamClaims {
  readonly scope: Scope;
  /** Seconds since 1970. */
  readonly expires: number;
  /** The playback session: one client, one request, one title. */
  readonly session: Buffer;
  /** The ID of the sign-in session that the token ends with. Unset if it needs no account. */
  readonly accountSession?: string | undefined;
}

export type IssueToken = (claims: StreamClaims) => string;

/** Issues tokens with a session's expiry. Usually returns the same token for equal claims. */
export interface PlaybackTokens {
  readonly issue: IssueToken;
  /** Opens every plain name in the directory `grant.url`, which ends with a slash. */
  readonly issueDirectory: IssueToken;
}

export interface StreamTokens {
  /**
   * Starts a playback session and returns its issuer. Tokens end with the sign-in session, if given.
   */
  readonly newSession: (accountSession?: string) => IssueToken;
  /** Starts a playback session that may have directory tokens. */
  readonly newTokens: (accountSession?: string) => PlaybackTokens;
  readonly childTokens: (token: StreamToken) => PlaybackTokens;
  /** `name`: the part of the path after the token. Only directory tokens use it. Throws an `ApiError`. */
  readonly read: (text: string, name?: string) => StreamToken;
}

export interface StreamTokensOptions {
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const STREAM_PATH = '/stream';
const LIFETIME_SECONDS = 12 * 60 * 60;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SESSION_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD = SESSION_BYTES + NONCE_BYTES + TAG_BYTES;
const MAX_ISSUED_CHARACTERS = 4 * 1024 * 1024;
const MAX_NAME_CHARACTERS = 255;
/** Excludes `..` and anything encoded. Every parser thus reads the same name. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;

const Payload = z.tuple([
  z.number(),
  z.enum(['playlist', 'media']),
  z.string(),
  z.record(z.string(), z.string()),
  z.enum(SCOPES),
  // Whether the token is one of a directory, which opens nothing by itself.
  z.boolean(),
  z.record(z.string(), z.string()).nullish(),
  // Missing in tokens of earlier versions.
  z.string().optional(),
]);

/** Shared by a token and its child tokens. */
type Binding = Pick<StreamToken, 'session' | 'expires' | 'accountSession'>;

interface DecodedToken {
  readonly token: StreamToken;
  readonly isDirectory: boolean;
}

export function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME_CHARACTERS && PLAIN_NAME.test(name);
}

/** Returns the path of a token. The file name is only for players that need its extension. */
export function streamPath(
  token: string,
  { kind, url }: Pick<StreamClaims, 'kind' | 'url'>,
): string {
  if (kind === 'playlist') return `${STREAM_PATH}/${token}/index.m3u8`;
  const ending = extensionOf(url);
  return `${STREAM_PATH}/${token}${ending && `/stream.${ending}`}`;
}

export function createStreamTokens({ secret, now }: StreamTokensOptions): StreamTokens {
  // Cache tokens, because players read live playlists every few seconds. They refetch keys and initialization segments
  // if the URLs change.
  const issued = new LRUCache<string, string>({
    maxSize: MAX_ISSUED_CHARACTERS,
    sizeCalculation: (token, content) => token.length + content.length,
  });

  function issuer({ session, expires, accountSession }: Binding) {
    const key = keyOf(secret, session);
    const id = session.toString('base64url');
    return (claims: StreamClaims, isDirectory: boolean): string => {
      const { url, kind, headers, scope = 'public', variables } = claims;
      const parts: z.input<typeof Payload> = [expires, kind, url, headers, scope, isDirectory];
      if (variables || accountSession !== undefined) parts.push(variables ?? null);
      if (accountSession !== undefined) parts.push(accountSession);
      const content = JSON.stringify(parts);
      const known = issued.get(id + content);
      countLookup('stream tokens', known ? 'hit' : 'miss');
      if (known !== undefined) return known;
      const token = encrypt(content, session, key);
      issued.set(id + content, token);
      return token;
    };
  }

  function sessionTokens(binding: Binding): PlaybackTokens {
    const issue = issuer(binding);
    return {
      issue: (claims) => issue(claims, false),
      issueDirectory: (claims) => issue(claims, true),
    };
  }

  const newTokens: StreamTokens['newTokens'] = (accountSession) => {
    const expires = Math.floor(now() / 1000) + LIFETIME_SECONDS;
    return sessionTokens({ session: randomBytes(SESSION_BYTES), expires, accountSession });
  };

  return {
    newSession: (accountSession) => newTokens(accountSession).issue,
    newTokens,
    childTokens: sessionTokens,
    read(text, name = '') {
      const token = decode(secret, text, name);
      if (!token) throw forbidden("This stream link isn't valid on this server.");
      if (token.expires * 1000 > now()) return token;
      throw new ApiError(410, 'This stream link has expired. Open the title again.');
    },
  };
}

function decode(secret: string, text: string, name: string): StreamToken | undefined {
  const at = text.search(/[.~]/);
  const [sealed, oldSuffix] = at < 0 ? [text] : [text.slice(0, at), text.slice(at)];
  const { token, isDirectory } = decrypt(sealed, secret) ?? {};
  if (!token || !isDirectory) return oldSuffix === undefined ? token : undefined;
  const old =
    oldSuffix && readOldSuffix({ secret, session: token.session, directory: sealed, oldSuffix });
  const end = oldSuffix === undefined && isPlainName(name) ? name : old;
  return end ? { ...token, url: token.url + end } : undefined;
}

/**
 * Derives a key for each session, which makes random nonces safe for any number of tokens. Don't change the info
 * string: issued tokens depend on it.
 */
function keyOf(secret: string, session: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, session, 'matinee stream ticket', KEY_BYTES));
}

function encrypt(content: string, session: Buffer, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const encrypted = cipher.update(content, 'utf8');
  cipher.final();
  return Buffer.concat([session, nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(text: string, secret: string): DecodedToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Several texts decode to the same bytes. Only the canonical one is valid.
  if (bytes.length <= OVERHEAD || bytes.toString('base64url') !== text) return undefined;
  const session = bytes.subarray(0, SESSION_BYTES);
  const nonce = bytes.subarray(SESSION_BYTES, SESSION_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secret, session), nonce);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(bytes.subarray(SESSION_BYTES + NONCE_BYTES, -TAG_BYTES));
    decipher.final();
    const [expires, kind, url, headers, scope, isDirectory, variables, accountSession] =
      Payload.parse(JSON.parse(plain.toString()));
    const binding = { expires, session, accountSession };
    const token = { url, kind, headers, scope, variables: variables ?? undefined, ...binding };
    return { token, isDirectory };
  } catch {
    return undefined;
  }
}
