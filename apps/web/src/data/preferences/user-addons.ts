import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const OwnAddon = z.looseObject({
  /** Of its manifest. */
  url: z.string(),
  name: z.string(),
});
export type OwnAddon = z.infer<typeof OwnAddon>;

const OwnAddons = z.looseObject({ addons: z.array(OwnAddon).catch([]).default([]) });

const persisted = createPersisted({ key: '__MW::addons', schema: OwnAddons });

/** The add-ons that somebody has named for themselves, the best first; they never leave this browser. */
export const ownAddonsStore = persisted.store;

/** One that is there already gets its new name. */
export function addAddon({ url, name }: OwnAddon): void {
  persisted.update((state) => {
    const isKnown = state.addons.some((one) => one.url === url);
    const renamed = state.addons.map((one) => (one.url === url ? { ...one, name } : one));
    return { ...state, addons: isKnown ? renamed : [...state.addons, { url, name }] };
  });
}

export function removeAddon(url: string): void {
  persisted.update((state) => ({
    ...state,
    addons: state.addons.filter((one) => one.url !== url),
  }));
}
