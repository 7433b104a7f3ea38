import { z } from 'zod';
import { ConfigError } from './config.ts';

/** The manual's file about these messages, because a server that isn't running can't serve the manual. */
const HELP = 'See docs/troubleshooting.md#it-doesnt-start';

/** Explains to the operator why the server didn't start, and names the manual's section. */
export const describeStartupError = (error: unknown): string => `${sentence(error)}\n${HELP}`;

function sentence(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return `Matinee couldn't start: ${String(error)}`;
  const details = Details.safeParse(error).data ?? {};
  return (
    describeListenError(details) ??
    describeFolderError(details) ??
    describeFullDatabase(error, details) ??
    `Matinee couldn't start: ${error.message}`
  );
}

function describeListenError({ code, port, address }: Details): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is already in use. Stop the program that uses it, or set PORT to a different number.`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `HOST ${address ?? ''} isn't an address of this machine. Set HOST to one that is.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user can't use port ${port}. Set PORT to 1024 or higher.`;
  }
  return undefined;
}

function describeFolderError({ code, path = 'DATA_DIR', syscall }: Details): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk that holds ${path} is full. Free up space, then start again.`;
  }
  // In folders like /proc, creating an entry fails with ENOENT.
  if (UNWRITABLE.has(code ?? '') || (code === 'ENOENT' && syscall === 'mkdir')) {
    return `Can't write to ${path}. Make it writable for this user, or set DATA_DIR to a different folder.`;
  }
  return undefined;
}

const FULL = /No space left on device|Disk quota exceeded/;

/**
 * Describes a full disk by PostgreSQL's code, or by the reason in its message. PostgreSQL's programs print many lines,
 * and one of them has the reason. It names the file, but not what to do.
 */
function describeFullDatabase({ message }: Error, { code }: Details): string | undefined {
  const reason = message.split('\n').find((line) => FULL.test(line));
  return code === '53100' || reason !== undefined
    ? `The disk that holds the database is full. Free up space, then start again. (${reason ?? message})`
    : undefined;
}

const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

const Details = z.object({
  code: z.string().optional(),
  port: z.number().optional(),
  path: z.string().optional(),
  address: z.string().optional(),
  syscall: z.string().optional(),
});
type Details = z.infer<typeof Details>;
