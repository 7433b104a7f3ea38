import type {
  createInvitation,
  Invitation,
  InvitationState,
} from '@matinee/shared/contract/invitations';
import type { RegistrationMode } from '@matinee/shared/contract/meta';
import { readTypedCode, typedCode } from '@matinee/shared/identity/typed-code';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Database } from '#database/database.ts';
import { conflict } from '#http/api-error.ts';

export type NewInvitation = z.output<(typeof createInvitation)['body']> & {
  /** Null if the operator creates the invitation on the server. */
  readonly createdById: string | null;
};

export interface Invitations {
  create(invitation: NewInvitation): Promise<Invitation>;
  /** Lists invitations that have not expired, newest first. */
  list(): Promise<Invitation[]>;
  /** Returns whether the invitation existed. */
  revoke(typed: string): Promise<boolean>;
  stateOf(typed: string): Promise<InvitationState>;
  /**
   * Returns the invitation for the owner's account, which is the same on all replicas. Undefined once an account
   * exists, or if registration is open.
   */
  ownerCode(): Promise<string | undefined>;
  hasAccounts(): Promise<boolean>;
}

export interface InvitationsContext {
  readonly db: Pick<Database, 'prisma'>;
  readonly mode: RegistrationMode;
  readonly now: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const OWNER_DAYS = 30;
/** The maximum that a list shows. Two concurrent administrators may exceed it by one. */
const MAX_INVITATIONS = 500;

const newCode = (): string => typedCode(randomBytes(10));

interface InvitationRow {
  readonly code: string;
  readonly usesLeft: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly createdBy: { readonly nickname: string } | null;
}

const WITH_CREATOR = { createdBy: { select: { nickname: true } } } as const;

const toInvitation = (row: InvitationRow): Invitation => ({
  code: row.code,
  usesLeft: row.usesLeft,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  createdBy: row.createdBy?.nickname ?? null,
});

export function createInvitations({ db, mode, now }: InvitationsContext): Invitations {
  const { invitation: invitations, user: users } = db.prisma;

  const hasAccounts = async (): Promise<boolean> =>
    (await users.findFirst({ select: { id: true } })) !== null;

  return {
    hasAccounts,
    create: async ({ uses, days, createdById }) => {
      if (mode === 'closed') {
        throw conflict(
          'Registration is closed on this server. To invite people, set REGISTRATION=invite.',
        );
      }
      const time = now();
      const createdAt = new Date(time);
      const listed = { expiresAt: { gt: createdAt }, makesOwner: null };
      if ((await invitations.count({ where: listed })) >= MAX_INVITATIONS) {
        throw conflict(`There are already ${MAX_INVITATIONS} invitations. Revoke some first.`);
      }
      const expiresAt = new Date(time + days * DAY_MS);
      const data = { code: newCode(), usesLeft: uses, createdAt, expiresAt, createdById };
      return toInvitation(await invitations.create({ data, include: WITH_CREATOR }));
    },
    list: async () => {
      const rows = await invitations.findMany({
        where: { expiresAt: { gt: new Date(now()) }, makesOwner: null },
        orderBy: [{ createdAt: 'desc' }, { code: 'asc' }],
        include: WITH_CREATOR,
      });
      return rows.map(toInvitation);
    },
    revoke: async (typed) => {
      const code = readTypedCode(typed);
      if (code === undefined) return false;
      return (await invitations.deleteMany({ where: { code } })).count > 0;
    },
    stateOf: async (typed) => {
      const code = readTypedCode(typed);
      const found = code && (await invitations.findUnique({ where: { code } }));
      if (!found) return 'unknown';
      const { makesOwner, usesLeft, expiresAt } = found;
      const isFirst = !(await hasAccounts());
      if (makesOwner && !isFirst) return 'usedUp';
      if (!makesOwner && (isFirst || mode === 'closed')) return 'unknown';
      if (usesLeft === 0) return 'usedUp';
      return expiresAt.getTime() > now() ? 'valid' : 'expired';
    },
    ownerCode: async () => {
      if (mode === 'open' || (await hasAccounts())) return undefined;
      const time = now();
      const ended = [{ expiresAt: { lte: new Date(time) } }, { usesLeft: 0 }];
      await invitations.deleteMany({ where: { makesOwner: true, OR: ended } });
      const expiresAt = new Date(time + OWNER_DAYS * DAY_MS);
      const data = { code: newCode(), usesLeft: 1, expiresAt, makesOwner: true };
      // If another replica inserts first, all replicas use its code.
      await invitations.createMany({ data, skipDuplicates: true });
      return (await invitations.findUnique({ where: { makesOwner: true } }))?.code;
    },
  };
}
