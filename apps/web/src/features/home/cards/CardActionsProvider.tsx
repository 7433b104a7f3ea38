import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { part } from '#lib/chunk-load-error.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { CardActionsContext, type CardActions } from '#ui/card-actions.ts';
import { cardMenuStore, openCardMenu } from './card-menu-store.ts';
import { CardQuickActions } from './CardQuickActions.tsx';
import { UndoNotice } from './UndoNotice.tsx';

const CardMenu = lazy(async () => {
  const { CardMenu: component } = await part(import('./CardMenu.tsx'));
  return { default: component };
});

/** What every card within can do; its menu and its way back belong to the window. */
export function CardActionsProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CardActionsContext value={useCardActions()}>
      {children}
      <MenuWhenOpen />
      <UndoNotice />
    </CardActionsContext>
  );
}

function useCardActions(): CardActions {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // On the poster a finger would only meet what it did not aim at, and it has the menu.
  const isFinger = useMediaQuery('(hover: none)');
  return useMemo(
    () => ({
      Corner: isFinger ? undefined : CardQuickActions,
      menuOf: (title) => t(($) => $.cards.menuOf, { title }),
      openMenu: openCardMenu,
      go: (href) => void navigate(href),
    }),
    [t, navigate, isFinger],
  );
}

function MenuWhenOpen() {
  const open = useStore(cardMenuStore, (state) => state.open);
  if (!open) return null;
  return (
    <Suspense>
      <CardMenu subject={open.subject} position={open.position} />
    </Suspense>
  );
}
