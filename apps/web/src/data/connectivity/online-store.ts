// Whether the site can be reached: browsers only know whether there is some network.
import { createStore } from 'zustand/vanilla';

interface Online {
  readonly isOnline: boolean;
}

export const onlineStore = createStore<Online>(() => ({ isOnline: true }));
