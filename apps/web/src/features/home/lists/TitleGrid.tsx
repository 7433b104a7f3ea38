import { lazy, Suspense, type ReactNode } from 'react';
import { part } from '#lib/chunk-load-error.ts';
import { CardGrid } from '#ui/CardGrid.tsx';
import { estimateGrid } from '#ui/estimate-columns.ts';
import type { LibraryTitle } from '../continue-watching.ts';

/** More than most people have; all of them are drawn at once. */
const DRAWN_AT_ONCE = 60;
/** As many as the window may show, while what draws the rest is on its way. */
function firstCount(): number {
  const { columns, rowHeight } = estimateGrid(innerWidth);
  return columns * Math.ceil(innerHeight / rowHeight);
}

const VirtualCardGrid = lazy(async () => {
  const { VirtualCardGrid: component } = await part(import('#ui/VirtualCardGrid.tsx'));
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
    <Suspense fallback={<CardGrid>{titles.slice(0, firstCount()).map(card)}</CardGrid>}>
      <VirtualCardGrid ids={[...byId.keys()]} card={cardOf} />
    </Suspense>
  );
}
