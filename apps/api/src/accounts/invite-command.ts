import { MAX_INVITATION_DAYS, MAX_INVITATION_USES } from '@matinee/shared/contract/invitations';
import { parseArgs } from 'node:util';

export type InviteCommand =
  | { readonly is: 'help' }
  | { readonly is: 'create'; readonly uses: number; readonly days: number }
  | { readonly is: 'list' }
  | { readonly is: 'revoke'; readonly code: string };

/** Invalid arguments. The message explains the usage. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const INVITE_USAGE = `Creates and manages invitation links for REGISTRATION=invite.

  npm run invite -- [--uses 1] [--days 7]    prints a link that creates this many accounts within this many days
  npm run invite -- --list                   lists invitations that haven't expired
  npm run invite -- --revoke CODE            revokes an invitation, but keeps accounts created with it

Until there is an account, it prints the link for the owner's account.
In Docker: docker compose exec app node apps/api/dist/invite.js --uses 5
`;

export function readInviteCommand(args: readonly string[]): InviteCommand {
  const values = parseOptions(args);
  if (values.help) return { is: 'help' };
  const isCreation = values.uses !== undefined || values.days !== undefined;
  if ([isCreation, values.list, values.revoke !== undefined].filter(Boolean).length > 1) {
    throw new UsageError('Use only one of --list, --revoke, or --uses with --days. See --help.');
  }
  if (values.list) return { is: 'list' };
  if (values.revoke !== undefined) return { is: 'revoke', code: values.revoke };
  return {
    is: 'create',
    uses: parseCount('--uses', values.uses ?? '1', MAX_INVITATION_USES),
    days: parseCount('--days', values.days ?? '7', MAX_INVITATION_DAYS),
  };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        uses: { type: 'string' },
        days: { type: 'string' },
        list: { type: 'boolean' },
        revoke: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${message} See --help.`, { cause });
  }
}

function parseCount(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw new UsageError(`${name} must be a whole number from 1 to ${max}. It is "${text}".`);
}
