// Which card's menu is open, and where. There is one menu for all cards, and it is fetched when the first one is asked for.
import { createStore } from 'zustand/vanilla';
import type { CardSubject, MenuPosition } from '#ui/card-actions.ts';

export interface OpenMenu {
  readonly subject: CardSubject;
  readonly position: MenuPosition;
}

export const cardMenuStore = createStore<{ readonly open: OpenMenu | null }>(() => ({
  open: null,
}));

export function openCardMenu(subject: CardSubject, position: MenuPosition): void {
  cardMenuStore.setState({ open: { subject, position } });
}

export function closeCardMenu(): void {
  cardMenuStore.setState({ open: null });
}
