// Whether the site can be reached: browsers only know whether there is some network.
import { createStore } from 'zustand/vanilla';

interface Online {
  readonly isOnline: boolean;
  /** `notResponding`: the site can be reached, but it does not answer. */
  readonly cause: 'unreachable' | 'notResponding' | undefined;
}

export const ONLINE: Online = { isOnline: true, cause: undefined };
export const OFFLINE: Online = { isOnline: false, cause: 'unreachable' };

export const onlineStore = createStore<Online>(() => (navigator.onLine ? ONLINE : OFFLINE));
