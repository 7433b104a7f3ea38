// Browsers of one user, without the browsers: the client's own data code, each device with its own storage.
import { vi } from 'vitest';

/** The modules of one page. Each device imports its own copy. */
const load = async () => ({
  ...(await import('../../apps/web/src/data/session.ts')),
  ...(await import('../../apps/web/src/data/account/sign-in.ts')),
  ...(await import('../../apps/web/src/data/account/register.ts')),
  ...(await import('../../apps/web/src/data/account/account-store.ts')),
  ...(await import('../../apps/web/src/data/user-data/bookmarks.ts')),
  ...(await import('../../apps/web/src/data/user-data/progress.ts')),
  ...(await import('../../apps/web/src/data/user-data/mark-watched.ts')),
  ...(await import('../../apps/web/src/data/user-data/history.ts')),
  ...(await import('../../apps/web/src/data/user-data/history-sync.ts')),
  ...(await import('../../apps/web/src/data/user-data/sync/flush.ts')),
  ...(await import('../../apps/web/src/data/user-data/sync/queue.ts')),
  ...(await import('../../apps/web/src/data/user-data/library-file.ts')),
  ...(await import('../../apps/web/src/data/account/pull.ts')),
  ...(await import('../../apps/web/src/data/account/sign-out.ts')),
  ...(await import('../../apps/web/src/data/account/devices.ts')),
  ...(await import('../../apps/web/src/data/user-data/library-file.ts')),
  ...(await import('../../apps/web/src/data/account/sync.ts')),
  ...(await import('../../apps/web/src/data/preferences/theme.ts')),
  ...(await import('../../apps/web/src/data/preferences/language.ts')),
  ...(await import('../../apps/web/src/data/preferences/playback.ts')),
  ...(await import('../../apps/web/src/data/preferences/captions.ts')),
  ...(await import('../../apps/web/src/data/user-data/ratings.ts')),
});

export type ClientCode = Awaited<ReturnType<typeof load>>;

export interface Device {
  /** The browser's storage. */
  readonly cells: Map<string, string>;
  /** Runs as this device; reloads each time unless `code` of an earlier run is reused. */
  reload(): Promise<ClientCode>;
  /** Makes this device's storage the current one. */
  wake(): void;
}

/** `server` as its operator would configure it. */
export function createDevice(server: string): Device {
  const cells = new Map<string, string>();
  const storage = new Proxy(
    {
      getItem: (key: string) => cells.get(key) ?? null,
      setItem: (key: string, value: string) => void cells.set(key, value),
      removeItem: (key: string) => void cells.delete(key),
    },
    {
      ownKeys: () => [...cells.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
  const wake = (): void => {
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('__APP_VERSION__', 'test');
    vi.stubGlobal('__CONFIG__', { BACKEND_URL: server });
  };
  return {
    cells,
    wake,
    reload: () => {
      wake();
      vi.resetModules();
      return load();
    },
  };
}

/** Decrypted, as the settings list them. */
export async function deviceNames(code: ClientCode): Promise<(string | undefined)[]> {
  const { account } = code.sessionStore.getState();
  const devices = await code.listDevices();
  return devices.map(({ deviceName }) =>
    account ? code.deviceNameOf(account, deviceName) : undefined,
  );
}
