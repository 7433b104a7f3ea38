import { parseArgs } from 'node:util';
import { ImportError } from './report.ts';

export interface Command {
  readonly source: string;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
}

export const IMPORT_USAGE = `Copies accounts and their data from another movie-web server's database into Matinee's.

  npm run import:database -- postgresql://user:password@host:5432/name [--dry-run] [--json]

  --dry-run  checks everything without writing
  --json     prints the report as JSON

The import never writes to the source, can be resumed, and merges data: newer bookmarks win, the furthest
position wins, and settings already set here stay.
To keep people logged in, set CRYPTO_SECRET (or CRYPTO_SECRET_PREVIOUS) to the old server's secret.
The password can also come from PGPASSWORD or ~/.pgpass. Progress goes to standard error, the report to
standard output. The exit code is 1 if the import failed, and 0 otherwise, even if rows were skipped.
`;

/** Undefined for --help. */
export function readCommand(args: readonly string[]): Command | undefined {
  const { values, positionals } = parseOptions(args);
  if (values.help) return undefined;
  const [source] = positionals;
  if (source === undefined || positionals.length > 1) {
    throw new ImportError(
      'Specify the URL of one source database, for example: npm run import:database -- postgresql://user:password@host/name',
    );
  }
  return { source, isDryRun: values['dry-run'] ?? false, isJson: values.json ?? false };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ImportError(`${message} See --help.`, { cause });
  }
}
