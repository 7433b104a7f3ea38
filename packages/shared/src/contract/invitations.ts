import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const TEN_MINUTES = 600;

export const MAX_INVITATION_USES = 1_000;
export const MAX_INVITATION_DAYS = 365;

/** Allows registration while that isn't open. */
export const Invitation = z.object({
  /** A `typedCode`. The link is `{origin}/register?invite={code}`. */
  code: z.string(),
  /** 0: used up. */
  usesLeft: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** The administrator's nickname. Null if the invitation was created on the command line. */
  createdBy: z.string().nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

/** `unknown`: mistyped, revoked, long expired, or registration is closed. */
export const InvitationState = z.enum(['valid', 'usedUp', 'expired', 'unknown']);
export type InvitationState = z.infer<typeof InvitationState>;

/** The typed text. See `readTypedCode`. */
export const InvitationCode = z.string().max(100);

/** Reads the code from the body, to keep it out of logs. */
export const checkInvitation = endpoint({
  method: 'POST',
  path: '/invitations/check',
  summary: 'Checks whether an invitation is still valid.',
  access: 'public',
  budget: { bucket: 'invitation_checks', max: 30, seconds: TEN_MINUTES },
  body: z.object({ code: InvitationCode }),
  reply: z.object({ state: InvitationState }),
});

export const createInvitation = endpoint({
  method: 'POST',
  path: '/invitations',
  summary: 'Creates an invitation for a number of accounts and days.',
  access: 'admin',
  budget: { bucket: 'invitations', max: 60, seconds: TEN_MINUTES },
  body: z.object({
    uses: z.number().int().min(1).max(MAX_INVITATION_USES).default(1),
    days: z.number().int().min(1).max(MAX_INVITATION_DAYS).default(7),
  }),
  reply: Invitation,
  errors: { 409: 'Registration is closed, or there are too many invitations.' },
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/invitations',
  summary: 'Lists invitations that have not expired, newest first.',
  access: 'admin',
  reply: z.array(Invitation),
});

/** Succeeds even if there is no such invitation. */
export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/invitations/:code',
  summary: 'Revokes an invitation. Accounts created with it stay.',
  access: 'admin',
  params: z.object({ code: InvitationCode }),
  reply: z.object({ code: z.string() }),
});
