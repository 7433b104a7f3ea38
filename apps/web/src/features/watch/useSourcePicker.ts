import { useEffect, useEffectEvent, useState } from 'react';
import { reportSearch } from '#data/streams/report.ts';
import { runEmbed, runSource } from '#data/streams/run-one-source.ts';
import { insideSettings } from '#player/ui/menu/settings-pages.ts';
import type { Overlay } from '#player/ui/menu/panel-context.ts';
import { scrapeMedia } from './scrape-media.ts';
import { SOURCE_PAGE } from './source-pages.ts';
import { createSourceSwitch, type Catch, type SourceSwitch } from './source-picker.ts';
import type { WatchControls } from './useWatch.ts';
import { metaOf } from './watch-machine.ts';

/** The viewer's choice among the sources of the title that is on the page; what it finds closes the menu. */
export function useSourcePicker(journey: WatchControls, overlay: Overlay): SourceSwitch {
  const [sources] = useState(() => createSourceSwitch({ runSource, runEmbed }));
  const meta = metaOf(journey.state);
  const onFound = useEffectEvent((found: Catch) => {
    journey.switchTo(found);
    if (insideSettings(overlay.path)?.startsWith(SOURCE_PAGE)) overlay.close();
  });
  useEffect(
    () =>
      meta &&
      sources.open({
        media: scrapeMedia(meta),
        onFound,
        report: (outcome) => void reportSearch(meta, [outcome]),
      }),
    [sources, meta],
  );
  return sources;
}
