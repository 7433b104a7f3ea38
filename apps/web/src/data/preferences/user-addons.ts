import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { localId } from '@matinee/shared/media/media';
import { transportOf } from '@matinee/sources/sources/stremio/addon-manifest';
import { config } from '#config.ts';

const UserAddon = z.looseObject({
  /** The manifest's URL. */
  url: z.string(),
  name: z.string(),
});
export type UserAddon = z.infer<typeof UserAddon>;

const UserAddons = z.looseObject({ addons: z.array(UserAddon).catch([]).default([]) });

const persisted = createPersisted({ key: '__MW::addons', schema: UserAddons });

/** The user's add-ons, best first. They are never sent to a server. */
export const userAddonsStore = persisted.store;

/** An existing add-on gets the new name. */
export function addAddon({ url, name }: UserAddon): void {
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

/** The ranks of sources allow no more. */
const MAX_ADDONS = 40;
const PREFIX = 'own-';

/** Empty if the operator disables add-ons. */
export function enabledAddons(): readonly UserAddon[] {
  if (!config.ALLOW_USER_ADDONS) return [];
  return userAddonsStore
    .getState()
    .addons.filter(({ url }) => transportOf(url) === url)
    .slice(0, MAX_ADDONS);
}

/** Differs from all source ids of relays, even for the same add-on. */
export const addonSourceId = (url: string): string => `${PREFIX}${localId(url).toString(36)}`;

export const isUserAddon = (id: string): boolean => id.startsWith(PREFIX);
