// Actions of every card. `ui` only draws the cards; a feature provides the actions in this context.
import { createContext, type ComponentType } from 'react';

export interface CardSubject {
  readonly type: 'movie' | 'show';
  readonly tmdbId: string;
  readonly title: string;
  readonly year?: number | undefined;
  readonly poster?: string | undefined;
  /** False for titles that cannot be played yet. */
  readonly isReleased?: boolean | undefined;
}

/** Pixels from the window's top left corner. */
export interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

export interface CardActions {
  /** Buttons over the poster, beside the link. Touch screens use the menu instead. */
  readonly Corner: ComponentType<{ readonly subject: CardSubject }> | undefined;
  /** Shown after the details, for titles in the site's own library. */
  readonly Mark: ComponentType<{ readonly subject: CardSubject }> | undefined;
  /** The label of the menu button. */
  readonly menuOf: (subject: CardSubject) => string;
  readonly openMenu: (subject: CardSubject, position: MenuPosition) => void;
  /** Navigates to a page of this app. */
  readonly go: (href: string) => void;
}

export const CardActionsContext = createContext<CardActions | null>(null);
