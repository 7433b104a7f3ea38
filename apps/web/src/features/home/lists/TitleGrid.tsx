import { lazy, Suspense, type ReactNode } from 'react';
import { CardGrid } from '#ui/CardGrid.tsx';
import type { LibraryTitle } from '../continue-watching.ts';

/** More than most people have; all of them are drawn at once. */
const DRAWN_AT_ONCE = 60;
/** Enough for any window while the rest is on its way. */
const FIRST = 30;

const LongCardGrid = lazy(async () => {
  const { LongCardGrid: component } = await import('#ui/LongCardGrid.tsx');
  return { default: component };
});

interface TitleGridProps {
  readonly titles: readonly LibraryTitle[];
  readonly card: (title: LibraryTitle) => ReactNode;
}

export function TitleGrid({ titles, card }: TitleGridProps) {
  if (titles.length <= DRAWN_AT_ONCE) return <CardGrid>{titles.map(card)}</CardGrid>;
  const byId = new Map(titles.map((title) => [title.tmdbId, title]));
  const cardOf = (id: string) => {
    const title = byId.get(id);
    return title && card(title);
  };
  return (
    <Suspense fallback={<CardGrid>{titles.slice(0, FIRST).map(card)}</CardGrid>}>
      <LongCardGrid ids={[...byId.keys()]} card={cardOf} />
    </Suspense>
  );
}
