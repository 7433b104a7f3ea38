import { z } from 'zod';
import { ConfigError } from './config.ts';

/** Explains why the server did not start, in one sentence for the operator. */
export function describeStartupError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return `Matinee could not start: ${String(error)}`;
  const details = Details.safeParse(error).data ?? {};
  return (
    describeListenError(details) ??
    describeFolderError(details) ??
    `Matinee could not start: ${error.message}`
  );
}

function describeListenError({ code, port, address }: Details): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is already in use: stop what uses it, or set PORT to another number.`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `HOST ${address ?? ''} is not an address of this machine: set HOST to one that is.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user: set PORT to a number from 1024 up.`;
  }
  return undefined;
}

function describeFolderError({ code, path = 'DATA_DIR', syscall }: Details): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk of ${path} is full: free some space and start again.`;
  }
  // In folders like /proc, creating an entry fails with ENOENT.
  if (UNWRITABLE.has(code ?? '') || (code === 'ENOENT' && syscall === 'mkdir')) {
    return `${path} cannot be written: make it writable for this user, or set DATA_DIR to a folder that is.`;
  }
  return undefined;
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
