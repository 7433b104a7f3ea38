// What a visitor gets in place of an address: it opens exactly one, for a while, and says nothing about it.
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ApiError, forbidden } from '#http/api-error.ts';
import { directoryOf, endOf, split, type Directory } from './directory.ts';
import { createKept } from './kept.ts';
import { fitsLeaf } from './leaf.ts';
import { createKeyring, type Keyring } from './ticket-keys.ts';
import type { Variables } from './variables.ts';

/** `playlist`: lists more addresses, which become tickets too. `media`: bytes. */
export type TicketKind = 'playlist' | 'media';

/**
 * How far it leads: to all that the operator has configured, for their own sources; to what they have allowed, for add-ons
 * that they named; else nowhere but to the public internet, whatever a playlist may name.
 */
export const REACHES = ['own', 'named', 'public'] as const;
export type Reach = (typeof REACHES)[number];

/** What a ticket opens. */
export interface Grant {
  readonly url: string;
  readonly kind: TicketKind;
  /** Lower-case names: what the other server wants to see. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unset: public. */
  readonly reach?: Reach;
  /** What a playlist may import of the one that listed it. */
  readonly variables?: Variables | undefined;
}

export interface Ticket extends Grant {
  readonly reach: Reach;
  /** Seconds since 1970. */
  readonly expires: number;
  /** Who was handed it: one visitor, who asked once for one title. */
  readonly session: Buffer;
  /** The id of the sign-in session that it ends with; unset where no account is needed. */
  readonly accountSession?: string | undefined;
}

export type Issue = (grant: Grant) => string;

export interface Heirs {
  readonly issue: Issue;
  /** Of many names that fit a seal of their own, in the directory that is granted here: together they cost less. */
  readonly issueNames: (directory: Grant, names: readonly string[]) => readonly string[];
}

export interface Tickets {
  /** Issues the tickets of one new session of use, which end with the sign-in session if one is given. */
  readonly newSession: (accountSession?: string) => Issue;
  /** Issues more of the same session, which end when this one does. */
  readonly heirsOf: (ticket: Ticket) => Heirs;
  /** Throws what the visitor is told. */
  readonly read: (text: string) => Ticket;
}

export interface TicketsOptions {
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const LIFE_SECONDS = 12 * 60 * 60;
const CIPHER = 'aes-256-gcm';
const TICKETS_KEPT = 500;
const LONGEST_KEPT = 2_048;
const SESSION_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD = SESSION_BYTES + NONCE_BYTES + TAG_BYTES;

const Content = z.tuple([
  z.number(),
  z.enum(['playlist', 'media']),
  z.string(),
  z.record(z.string(), z.string()),
  z.enum(REACHES),
  // Whether the address is but what others begin with, and opens nothing by itself.
  z.boolean(),
  z.record(z.string(), z.string()).nullish(),
  // Missing in tickets of earlier versions.
  z.string().optional(),
]);

/** Shared by a ticket and all that come of it. */
type Binding = Pick<Ticket, 'session' | 'expires' | 'accountSession'>;

export function createTickets({ secret, now }: TicketsOptions): Tickets {
  const keysOf = createKeyring(secret);
  const unsealed = createReader(keysOf);

  function sealer({ session, expires, accountSession }: Binding) {
    const keys = keysOf(session);
    return (grant: Grant, isDirectory: boolean): string => {
      const { url, kind, headers, reach = 'public', variables } = grant;
      const parts: z.input<typeof Content> = [expires, kind, url, headers, reach, isDirectory];
      if (variables || accountSession !== undefined) parts.push(variables ?? null);
      if (accountSession !== undefined) parts.push(accountSession);
      const content = JSON.stringify(parts);
      // The nonce comes from the content, so that an address has the same ticket each time a live playlist is read:
      // players fetch keys and initialisation segments again when their addresses change.
      const nonce = hash('sha256', keys.nonces + content, 'buffer').subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keys.seal, nonce);
      const sealed = cipher.update(content, 'utf8');
      cipher.final();
      return Buffer.concat([session, nonce, sealed, cipher.getAuthTag()]).toString('base64url');
    };
  }

  return {
    newSession: (accountSession) => {
      const expires = Math.floor(now() / 1000) + LIFE_SECONDS;
      const seal = sealer({ session: randomBytes(SESSION_BYTES), expires, accountSession });
      return (grant) => seal(grant, false);
    },
    heirsOf: (ticket) => inDirectories(sealer(ticket), keysOf(ticket.session).leaves),
    read(text) {
      const ticket = unsealed(text);
      if (!ticket) throw forbidden('That is not a ticket for a stream of this server.');
      if (ticket.expires * 1000 > now()) return ticket;
      throw new ApiError(410, 'This stream’s time is over; open the title again.');
    },
  };
}

/** One directory after the other: most of a playlist's addresses are in the same as those before. */
function inDirectories(
  seal: (grant: Grant, isDirectory: boolean) => string,
  secret: string,
): Heirs {
  let last: (Grant & { readonly ticket: string; readonly directory: Directory }) | undefined;

  function enter(grant: Grant, end: number): NonNullable<typeof last> {
    const { url, kind, headers, reach, variables } = grant;
    const isLast =
      last?.kind === kind &&
      last.headers === headers &&
      last.reach === reach &&
      last.variables === variables &&
      last.url.length === end &&
      url.startsWith(last.url);
    if (last && isLast) return last;
    const whole = { ...grant, url: url.slice(0, end) };
    const ticket = seal(whole, true);
    last = { ...whole, ticket, directory: directoryOf(secret, ticket) };
    return last;
  }

  return {
    issue(grant) {
      const from = endOf(grant.url);
      const end = grant.url.slice(from);
      if (!fitsLeaf(end)) return seal(grant, false);
      const { ticket, directory } = enter(grant, from);
      return `${ticket}${directory.seal(end)}`;
    },
    issueNames(grant, names) {
      const { ticket, directory } = enter(grant, grant.url.length);
      return directory.sealNames(names).map((sealed) => `${ticket}${sealed}`);
    },
  };
}

interface Opened {
  readonly ticket: Ticket;
  /** Unset for what is a whole address. */
  readonly directory: Directory | undefined;
}

/**
 * What tickets hold, whether it is still time or not. Those of late are kept without their ends, which the segments of
 * one film have in common: only ours ever get there, and what they hold never changes.
 */
function createReader(keysOf: Keyring): (text: string) => Ticket | undefined {
  const kept = createKept<Opened>(TICKETS_KEPT);

  function open(text: string): Opened | undefined {
    const known = kept.get(text);
    if (known) return known;
    const unsealed = unseal(keysOf, text);
    if (!unsealed) return undefined;
    const { isDirectory, ...ticket } = unsealed;
    const secret = keysOf(ticket.session).leaves;
    const opened = { ticket, directory: isDirectory ? directoryOf(secret, text) : undefined };
    if (text.length <= LONGEST_KEPT) kept.set(text, opened);
    return opened;
  }

  return (text) => {
    const [first, sealed] = split(text);
    const { ticket, directory } = open(first) ?? {};
    if (!ticket || (sealed === '') !== (directory === undefined)) return undefined;
    if (!directory) return ticket;
    const end = directory.open(sealed);
    return end === undefined ? undefined : { ...ticket, url: ticket.url + end };
  };
}

function unseal(
  keysOf: Keyring,
  text: string,
): (Ticket & { readonly isDirectory: boolean }) | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // More than one spelling decodes to the same bytes; only ours counts.
  if (bytes.length <= OVERHEAD || bytes.toString('base64url') !== text) return undefined;
  const session = bytes.subarray(0, SESSION_BYTES);
  const nonce = bytes.subarray(SESSION_BYTES, SESSION_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keysOf(session).seal, nonce);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(bytes.subarray(SESSION_BYTES + NONCE_BYTES, -TAG_BYTES));
    decipher.final();
    const [expires, kind, url, headers, reach, isDirectory, variables, accountSession] =
      Content.parse(JSON.parse(plain.toString()));
    return {
      url,
      kind,
      headers,
      reach,
      variables: variables ?? undefined,
      expires,
      session,
      accountSession,
      isDirectory,
    };
  } catch {
    return undefined;
  }
}
