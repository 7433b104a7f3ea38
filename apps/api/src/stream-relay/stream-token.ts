// Stream tokens: what a visitor gets instead of the address of a stream. AES-256-GCM, so they can be neither read nor made.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ApiError, forbidden } from '#http/api-error.ts';
import { readOldEnd } from './old-token.ts';
import type { Variables } from './hls-variables.ts';

/** `playlist`: lists more addresses, which become tickets too. `media`: bytes. */
export type TicketKind = 'playlist' | 'media';

/**
 * The hosts it may reach: all that the operator has configured, for their own sources; to what they have allowed, for add-ons
 * that they named; else nowhere but to the public internet, whatever a playlist may name.
 */
export const REACHES = ['own', 'named', 'public'] as const;
export type Reach = (typeof REACHES)[number];

/** The address that a ticket opens, and how. */
export interface Grant {
  readonly url: string;
  readonly kind: TicketKind;
  /** Lower-case names: what the other server wants to see. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unset: public. */
  readonly reach?: Reach;
  /** The variables that a playlist may import from the one that listed it. */
  readonly variables?: Variables | undefined;
}

export interface Ticket extends Grant {
  readonly reach: Reach;
  /** Seconds since 1970. */
  readonly expires: number;
  /** The visit it was issued for: one visitor, who asked once for one title. */
  readonly session: Buffer;
  /** The id of the sign-in session that it ends with; unset where no account is needed. */
  readonly accountSession?: string | undefined;
}

export type Issue = (grant: Grant) => string;

/** Issue more tickets of the same session, which end when it does. The same grant mostly has the same ticket. */
export interface ChildTickets {
  readonly issue: Issue;
  /** Opens every plain name in the directory `grant.url`, which ends with a slash. */
  readonly issueDirectory: Issue;
}

export interface Tickets {
  /** Issues the tickets of one new session of use, which end with the sign-in session if one is given. */
  readonly newSession: (accountSession?: string) => Issue;
  readonly childrenOf: (ticket: Ticket) => ChildTickets;
  /** `name` is what follows the ticket in a path; only a directory's looks at it. Throws what the visitor is told. */
  readonly read: (text: string, name?: string) => Ticket;
}

export interface TicketsOptions {
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const LIFE_SECONDS = 12 * 60 * 60;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SESSION_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD = SESSION_BYTES + NONCE_BYTES + TAG_BYTES;
const MAX_ISSUED_CHARACTERS = 4 * 1024 * 1024;
const MAX_NAME_CHARACTERS = 255;
/** Excludes `..` and anything that has to be decoded, so every parser reads the same name. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;

const Content = z.tuple([
  z.number(),
  z.enum(['playlist', 'media']),
  z.string(),
  z.record(z.string(), z.string()),
  z.enum(REACHES),
  // Whether it is a directory, and opens nothing by itself.
  z.boolean(),
  z.record(z.string(), z.string()).nullish(),
  // Missing in tickets of earlier versions.
  z.string().optional(),
]);

/** Shared by a ticket and all that come of it. */
type Binding = Pick<Ticket, 'session' | 'expires' | 'accountSession'>;

interface Opened {
  readonly ticket: Ticket;
  readonly isDirectory: boolean;
}

export function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME_CHARACTERS && PLAIN_NAME.test(name);
}

export function createTickets({ secret, now }: TicketsOptions): Tickets {
  // A live playlist is read again every few seconds, and players fetch keys and initialization segments again when their
  // addresses change.
  const issued = new LRUCache<string, string>({
    maxSize: MAX_ISSUED_CHARACTERS,
    sizeCalculation: (ticket, content) => ticket.length + content.length,
  });

  function issuer({ session, expires, accountSession }: Binding) {
    const key = keyOf(secret, session);
    const id = session.toString('base64url');
    return (grant: Grant, isDirectory: boolean): string => {
      const { url, kind, headers, reach = 'public', variables } = grant;
      const parts: z.input<typeof Content> = [expires, kind, url, headers, reach, isDirectory];
      if (variables || accountSession !== undefined) parts.push(variables ?? null);
      if (accountSession !== undefined) parts.push(accountSession);
      const content = JSON.stringify(parts);
      const known = issued.get(id + content);
      if (known !== undefined) return known;
      const ticket = encrypt(content, session, key);
      issued.set(id + content, ticket);
      return ticket;
    };
  }

  return {
    newSession: (accountSession) => {
      const expires = Math.floor(now() / 1000) + LIFE_SECONDS;
      const issue = issuer({ session: randomBytes(SESSION_BYTES), expires, accountSession });
      return (grant) => issue(grant, false);
    },
    childrenOf: (ticket) => {
      const issue = issuer(ticket);
      return {
        issue: (grant) => issue(grant, false),
        issueDirectory: (grant) => issue(grant, true),
      };
    },
    read(text, name = '') {
      const ticket = find(secret, text, name);
      if (!ticket) throw forbidden('That is not a ticket for a stream of this server.');
      if (ticket.expires * 1000 > now()) return ticket;
      throw new ApiError(410, 'This stream’s time is over; open the title again.');
    },
  };
}

function find(secret: string, text: string, name: string): Ticket | undefined {
  const at = text.search(/[.~]/);
  const [token, oldEnd] = at < 0 ? [text] : [text.slice(0, at), text.slice(at)];
  const { ticket, isDirectory } = decrypt(token, secret) ?? {};
  if (!ticket || !isDirectory) return oldEnd === undefined ? ticket : undefined;
  const old = oldEnd && readOldEnd({ secret, session: ticket.session, directory: token, oldEnd });
  const end = oldEnd === undefined && isPlainName(name) ? name : old;
  return end ? { ...ticket, url: ticket.url + end } : undefined;
}

/** A key for each session, so that random nonces are enough for any number of tickets. */
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

function decrypt(text: string, secret: string): Opened | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // More than one spelling decodes to the same bytes; only ours counts.
  if (bytes.length <= OVERHEAD || bytes.toString('base64url') !== text) return undefined;
  const session = bytes.subarray(0, SESSION_BYTES);
  const nonce = bytes.subarray(SESSION_BYTES, SESSION_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secret, session), nonce);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(bytes.subarray(SESSION_BYTES + NONCE_BYTES, -TAG_BYTES));
    decipher.final();
    const [expires, kind, url, headers, reach, isDirectory, variables, accountSession] =
      Content.parse(JSON.parse(plain.toString()));
    const binding = { expires, session, accountSession };
    const ticket = { url, kind, headers, reach, variables: variables ?? undefined, ...binding };
    return { ticket, isDirectory };
  } catch {
    return undefined;
  }
}
