// Detects the browser extension and what it may do.
import { z } from 'zod';
import { sleep } from '#lib/scheduling.ts';
import { requestExtension, ExtensionError } from './messages.ts';

/** The extension can be used only with `success`. */
export type ExtensionStatus =
  'unknown' | 'failed' | 'disallowed' | 'noperms' | 'outdated' | 'success';

const Hello = z.object({
  success: z.literal(true),
  version: z.string(),
  allowed: z.boolean(),
  hasPermission: z.boolean(),
});

const HELLO_EVERY_MS = 50;
const HELLO_FOR_MS = 500;

/** Repeats the message, because messages sent before the extension's script has loaded are lost. */
export async function fetchExtensionStatus(signal?: AbortSignal): Promise<ExtensionStatus> {
  const received = new AbortController();
  const within = signal ? AbortSignal.any([signal, received.signal]) : received.signal;
  const hellos = Array.from({ length: HELLO_FOR_MS / HELLO_EVERY_MS }, async (_, at) => {
    await sleep(at * HELLO_EVERY_MS, within);
    const timeoutMs = HELLO_FOR_MS - at * HELLO_EVERY_MS;
    try {
      return statusOf(await requestExtension({ name: 'hello', timeoutMs, signal: within }));
    } catch (error) {
      if (error instanceof ExtensionError && !error.isTimeout) return 'failed';
      throw error;
    }
  });
  try {
    return await Promise.any(hellos);
  } catch {
    signal?.throwIfAborted();
    return 'unknown';
  } finally {
    received.abort();
  }
}

function statusOf(reply: unknown): ExtensionStatus {
  const hello = Hello.safeParse(reply).data;
  if (!hello) return 'failed';
  if (!hello.allowed) return 'disallowed';
  if (!hello.hasPermission) return 'noperms';
  return isVersionKnown(hello.version) ? 'success' : 'outdated';
}

/** `^1.0.2`, without prereleases. */
function isVersionKnown(version: string): boolean {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  return Number(major) === 1 && (Number(minor) > 0 || Number(patch) >= 2);
}
