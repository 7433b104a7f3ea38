import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const StoredNotice = z.lazy(() =>
  z.looseObject({
    /** The version whose notice was closed on this device. */
    closed: z.string().max(50).catch('').default(''),
  }),
);

const persisted = createPersisted({
  key: '__MW::release-notice',
  schema: StoredNotice,
  empty: { closed: '' },
});

export const releaseNoticeStore = persisted.store;

export function closeReleaseNotice(version: string): void {
  persisted.update((state) => ({ ...state, closed: version }));
}
