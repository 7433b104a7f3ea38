import { useMemo, type ReactNode } from 'react';
import { FurtherPagesContext } from '#player/menu/further-pages.ts';
import { OverlayContext } from '#player/menu/overlay.ts';
import { useOverlayAddress } from '#player/menu/useOverlayAddress.ts';
import { SourcesContext } from './sources-context.ts';
import { useFurtherPages } from './useFurtherPages.ts';
import { useSourceSwitch } from './useSourceSwitch.ts';
import type { WatchControls } from './useWatch.ts';

interface WatchMenusProps {
  readonly journey: WatchControls;
  readonly children: ReactNode;
}

/** What the menus of the player are told of the title and of the page around them. */
export function WatchMenus({ journey, children }: WatchMenusProps) {
  const overlay = useOverlayAddress();
  const { state } = journey;
  const furtherPages = useFurtherPages(state.at === 'notFound');
  const sources = useSourceSwitch(journey, overlay);
  const about = useMemo(() => ({ sources, state }), [sources, state]);
  return (
    <OverlayContext value={overlay}>
      <SourcesContext value={about}>
        <FurtherPagesContext value={furtherPages}>{children}</FurtherPagesContext>
      </SourcesContext>
    </OverlayContext>
  );
}
