import { z } from 'zod';
import { ConfigError } from './config.ts';

/** Explains why the server did not start, in one sentence for the operator. */
export function describeStartupError(error: unknown): string {
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

/** PostgreSQL's code, or the reason in its message. It names the file, but not what to do. */
const describeFullDatabase = ({ message }: Error, { code }: Details): string | undefined =>
  code === '53100' || /No space left on device|Disk quota exceeded/.test(message)
    ? `The disk that holds the database is full. Free up space, then start again. (${message})`
    : undefined;

const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

const Details = z.object({
  code: z.string().optional(),
  port: z.number().optional(),
  path: z.string().optional(),
  address: z.string().optional(),
  syscall: z.string().optional(),
});
type Details = z.infer<typeof Details>;
