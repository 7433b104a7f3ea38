import { useMemo } from 'react';
import type { ReactNode } from 'react';

import { OverlayContext, useOverlayAddress } from '#player/ui/menu/panel-context.ts';
import { ExtraPagesContext } from '#player/ui/menu/settings-pages.ts';

import { SourcesContext } from './source-picker-context.ts';
import { useExtraMenuPages } from './useExtraMenuPages.ts';
import { useSourcePicker } from './useSourcePicker.ts';
import type { WatchControls } from './useWatch.ts';

interface WatchMenusProps {
  readonly journey: WatchControls;
  readonly children: ReactNode;
}

/** What the menus of the player are told of the title and of the page around them. */
export function WatchMenus({ journey, children }: WatchMenusProps) {
  const overlay = useOverlayAddress();
  const { state } = journey;
  const furtherPages = useExtraMenuPages(state.at === 'notFound');
  const sources = useSourcePicker(journey, overlay);
  const about = useMemo(() => ({ sources, state }), [sources, state]);
  return (
    <OverlayContext value={overlay}>
      <SourcesContext value={about}>
        <ExtraPagesContext value={furtherPages}>{children}</ExtraPagesContext>
      </SourcesContext>
    </OverlayContext>
  );
}
