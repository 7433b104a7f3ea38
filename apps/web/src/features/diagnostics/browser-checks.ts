// Checks of the extension and the storage of this browser.
import type { TFunction } from 'i18next';
import { readText, removeText, writeText } from '#data/storage/browser-storage.ts';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { OptionalMissingError, type Check } from './run-checks.ts';

export async function extensionChecks(t: TFunction): Promise<readonly Check[]> {
  return [
    {
      id: 'hello',
      name: t(($) => $.admin.extension.hello),
      run: async (signal) => {
        const status = await askExtensionStatus(signal);
        const text = t(($) => $.admin.extension.states[status]);
        if (status === 'unknown') throw new OptionalMissingError(text);
        if (status !== 'success') throw new Error(text);
        return text;
      },
    },
  ];
}

const PROBE = '__MW::trial';
const MIB = 1024 * 1024;

export async function storageChecks(t: TFunction): Promise<readonly Check[]> {
  return [
    {
      id: 'write',
      name: t(($) => $.admin.storage.write),
      run: async () => {
        const isStored = writeText(PROBE, PROBE) && readText(PROBE) === PROBE;
        removeText(PROBE);
        if (!isStored) throw new Error(t(($) => $.admin.storage.refused));
        return t(($) => $.admin.storage.kept);
      },
    },
    {
      id: 'room',
      name: t(($) => $.admin.storage.room),
      run: async () => {
        // `navigator.storage` exists only in secure contexts.
        const estimate = await globalThis.navigator.storage?.estimate();
        if (estimate?.quota === undefined) return t(($) => $.admin.storage.unknown);
        const mib = (bytes = 0): string => (bytes / MIB).toFixed(1);
        return t(($) => $.admin.storage.used, {
          used: mib(estimate.usage),
          quota: mib(estimate.quota),
        });
      },
    },
  ];
}
