// Which add-ons of their own somebody uses here; what asks them is loaded only where there are any.
import { localId } from '@matinee/shared/media/media';
import { transportOf } from '@matinee/sources/sources/stremio/addon-manifest';
import { config } from '#config.ts';
import { ownAddonsStore, type OwnAddon } from '#data/preferences/user-addons.ts';

/** The ranks of sources leave room for no more. */
const MOST = 40;
const PREFIX = 'own-';

/** None where the operator does not let people name their own. */
export function ownAddons(): readonly OwnAddon[] {
  if (!config.ALLOW_USER_ADDONS) return [];
  return ownAddonsStore
    .getState()
    .addons.filter(({ url }) => transportOf(url) === url)
    .slice(0, MOST);
}

/** Never the id of a source that a relay has, even if it asks the same add-on. */
export const ownIdOf = (url: string): string => `${PREFIX}${localId(url).toString(36)}`;

export const isOwn = (id: string): boolean => id.startsWith(PREFIX);
