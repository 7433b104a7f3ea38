import { z } from 'zod';
import { ConfigError } from './config.ts';

/** Why the server did not start, in one sentence for the person who started it. */
export function describeStartupError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return `Matinee could not start: ${String(error)}`;
  const { code, port, path, address, syscall } = Details.safeParse(error).data ?? {};
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is already in use: stop what uses it, or set PORT to another number.`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `HOST ${address ?? ''} is not an address of this machine: set HOST to one that is.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user: set PORT to a number from 1024 up.`;
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk of ${path ?? 'DATA_DIR'} is full: free some space and start again.`;
  }
  // In folders like /proc, creating an entry fails with ENOENT.
  if (UNWRITABLE.has(code ?? '') || (code === 'ENOENT' && syscall === 'mkdir')) {
    return `${path ?? 'DATA_DIR'} cannot be written: make it writable for this user, or set DATA_DIR to a folder that is.`;
  }
  return `Matinee could not start: ${error.message}`;
}

const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

const Details = z.object({
  code: z.string().optional(),
  port: z.number().optional(),
  path: z.string().optional(),
  address: z.string().optional(),
  syscall: z.string().optional(),
});
