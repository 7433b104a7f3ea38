// A second, the default of `vi.waitFor` and `vi.waitUntil`, is too short on a busy machine, and Vitest's configuration
// has no option for it.
import { vi } from 'vitest';

const LIMIT_MS = 20_000;

const { waitFor, waitUntil } = vi;

const patient = <Options extends object>(options: number | Options | undefined) =>
  typeof options === 'number' ? options : { timeout: LIMIT_MS, ...options };

// Files that share a worker also share `vi`.
if (waitFor.name === 'waitFor') {
  vi.waitFor = (callback, options) => waitFor(callback, patient(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}
