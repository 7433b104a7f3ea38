// `npm run invite`: lets the operator create and revoke invitations.
import type { Invitation } from '@matinee/shared/contract/invitations';
import { ConfigError, parseConfig, readEnvironment, type Config } from '#config/config.ts';
import { configuredRestorePoint } from '#database/backup/backups.ts';
import { openDatabase, type Database } from '#database/database.ts';
import { reason } from '#database/errors.ts';
import { ApiError } from '#http/api-error.ts';
import {
  readInviteCommand,
  INVITE_USAGE,
  UsageError,
  type InviteCommand,
} from './invite-command.ts';
import { MIGRATIONS } from '#config/paths.ts';
import { invitationUrl, publicAddress } from '#config/public-address.ts';
import { createInvitations, type Invitations } from './invitations.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const report = (message: string): void => void process.stderr.write(`${message}\n`);

async function main(): Promise<void> {
  const command = readInviteCommand(process.argv.slice(2));
  if (command.is === 'help') return print(INVITE_USAGE);
  const { environment, errors } = readEnvironment();
  const config = parseConfig(environment, errors);
  const db = await connect(config);
  try {
    const invitations = createInvitations({ db, mode: config.REGISTRATION, now: Date.now });
    await run(command, { invitations, config });
  } finally {
    await db.close();
  }
}

/** Joins the embedded database of a running server, or starts one. */
const connect = (config: Config): Promise<Database> =>
  openDatabase({
    databaseUrl: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    dataDir: config.DATA_DIR,
    migrations: MIGRATIONS,
    restorePoint: configuredRestorePoint(config),
    log: report,
    warn: report,
    now: Date.now,
  });

interface RunContext {
  readonly invitations: Invitations;
  readonly config: Config;
}

async function run(command: Exclude<InviteCommand, { is: 'help' }>, context: RunContext) {
  const { invitations, config } = context;
  switch (command.is) {
    case 'list':
      return print(
        (await invitations.list()).map(formatInvitation).join('\n') || 'No invitations.',
      );
    case 'revoke':
      if (!(await invitations.revoke(command.code))) {
        throw new UsageError(`There is no invitation ${command.code}. --list shows all.`);
      }
      return report('Invitation revoked.');
    case 'create': {
      const linkOf = (code: string): string => invitationUrl(publicAddress(config), code);
      const ownerCode = await invitations.ownerCode();
      if (ownerCode !== undefined) {
        report(
          "There is no account yet. Create the owner's account with this link, which works once:",
        );
        return print(linkOf(ownerCode));
      }
      if (config.REGISTRATION === 'open') {
        report(
          'Registration is open, so no invitation is needed. Set REGISTRATION=invite to require one.',
        );
      }
      const { uses, days } = command;
      return print(linkOf((await invitations.create({ uses, days, createdById: null })).code));
    }
  }
}

function formatInvitation({ code, usesLeft, expiresAt, createdBy }: Invitation): string {
  const until = expiresAt.slice(0, 16).replace('T', ' ');
  const by = createdBy === null ? '' : `  by ${createdBy}`;
  return `${code}  ${String(usesLeft).padStart(4)} left  until ${until} UTC${by}`;
}

main().catch((error: unknown) => {
  const isExpected = [UsageError, ConfigError, ApiError].some((kind) => error instanceof kind);
  report(isExpected ? reason(error) : `Failed: ${reason(error)}`);
  process.exitCode = 1;
});
