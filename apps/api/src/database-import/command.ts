import { parseArgs } from 'node:util';
import { ImportError } from './report.ts';

export interface Command {
  readonly source: string;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
}

export const USAGE = `Copies accounts and all that is theirs from the database of another server of this family into Matinee's.

  npm run import:database -- postgresql://user:password@host:5432/name [--dry-run] [--json]

  --dry-run  reads and judges everything, and writes nothing
  --json     the report for machines

Nothing is changed in the source. It may be run again at any time, also after it was stopped in the middle: of
bookmarks the newer one stays, of progress the one watched further, of settings what is set here.
Set CRYPTO_SECRET (or CRYPTO_SECRET_PREVIOUS) to the old server's secret, and people stay signed in.
The password may also come from PGPASSWORD or ~/.pgpass. Progress is told on standard error, the report on
standard output; the exit code is 0 also when rows were skipped, and 1 when the import failed.
`;

/** Undefined for --help. */
export function readCommand(args: readonly string[]): Command | undefined {
  const { values, positionals } = parseOptions(args);
  if (values.help) return undefined;
  const [source] = positionals;
  if (source === undefined || positionals.length > 1) {
    throw new ImportError(
      'Give the address of one database to copy from: npm run import:database -- postgresql://user:password@host/name',
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
