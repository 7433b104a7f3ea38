// Whether this browser does its part: the extension in it, and its storage.
import type { TFunction } from 'i18next';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { readText, removeText, writeText } from '#data/storage/browser-storage.ts';
import { Absent, type Check } from './run-checks.ts';

export async function extensionChecks(t: TFunction): Promise<readonly Check[]> {
  return [
    {
      id: 'hello',
      name: t(($) => $.admin.extension.hello),
      run: async (signal) => {
        const status = await askExtensionStatus(signal);
        const text = t(($) => $.admin.extension.states[status]);
        if (status === 'unknown') throw new Absent(text);
        if (status !== 'success') throw new Error(text);
        return text;
      },
    },
  ];
}

const TRIAL = '__MW::trial';
const MIB = 1024 * 1024;

export async function storageChecks(t: TFunction): Promise<readonly Check[]> {
  return [
    {
      id: 'write',
      name: t(($) => $.admin.storage.write),
      run: async () => {
        const isKept = writeText(TRIAL, TRIAL) && readText(TRIAL) === TRIAL;
        removeText(TRIAL);
        if (!isKept) throw new Error(t(($) => $.admin.storage.refused));
        return t(($) => $.admin.storage.kept);
      },
    },
    {
      id: 'room',
      name: t(($) => $.admin.storage.room),
      run: async () => {
        // Only where the connection is secure do browsers tell.
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
