// Which card's menu is open, and where. There is one menu for all cards, and it is fetched when the first one is asked for.
import { createStore } from 'zustand/vanilla';
import type { CardSubject, MenuPlace } from '#ui/card-actions.ts';

export interface OpenMenu {
  readonly subject: CardSubject;
  readonly place: MenuPlace;
}

export const cardMenuStore = createStore<{ readonly open: OpenMenu | null }>(() => ({
  open: null,
}));

export function openCardMenu(subject: CardSubject, place: MenuPlace): void {
  cardMenuStore.setState({ open: { subject, place } });
}

export function closeCardMenu(): void {
  cardMenuStore.setState({ open: null });
}
