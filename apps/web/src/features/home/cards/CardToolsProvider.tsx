import { lazy, Suspense, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { part } from '#lib/not-loaded.ts';
import { CardToolsContext, type CardTools } from '#ui/card-tools.ts';
import { cardMenuStore, openCardMenu } from './card-menu-store.ts';
import { CardButtons } from './CardButtons.tsx';
import { UndoNotice } from './UndoNotice.tsx';

const CardMenu = lazy(async () => {
  const { CardMenu: component } = await part(import('./CardMenu.tsx'));
  return { default: component };
});

const tools: CardTools = { Buttons: CardButtons, openMenu: openCardMenu };

/** What every card within can do; its menu and its way back belong to the window. */
export function CardToolsProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CardToolsContext value={tools}>
      {children}
      <MenuWhenOpen />
      <UndoNotice />
    </CardToolsContext>
  );
}

function MenuWhenOpen() {
  const open = useStore(cardMenuStore, (state) => state.open);
  if (!open) return null;
  return (
    <Suspense>
      <CardMenu subject={open.subject} place={open.place} />
    </Suspense>
  );
}
