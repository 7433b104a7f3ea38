// What can be done with a title wherever a card of it is shown. The cards are drawn here, what they can do is known above: the
// app hands it down, once for all of them.
import { createContext, type ComponentType } from 'react';

export interface CardSubject {
  readonly type: 'movie' | 'show';
  readonly tmdbId: string;
  readonly title: string;
  readonly year?: number | undefined;
  readonly poster?: string | undefined;
  /** False: it can be kept and read about, not played. */
  readonly isReleased?: boolean | undefined;
}

export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

export interface CardTools {
  /** Siblings of the card's link, over the poster; a finger has the menu instead. */
  readonly Corner: ComponentType<{ readonly subject: CardSubject }> | undefined;
  /** The name of the button of the menu. */
  readonly menuOf: (title: string) => string;
  /** Measured from the window's top left corner. */
  readonly openMenu: (subject: CardSubject, place: MenuPlace) => void;
  /** To a page of this app. */
  readonly go: (href: string) => void;
}

export const CardToolsContext = createContext<CardTools | null>(null);
