import { Clapperboard, Download } from 'lucide-react';
import { createElement, useMemo, type ContextType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtraPagesContext } from '#player/ui/menu/settings-pages.ts';
import { DownloadOnAndroid, DownloadOnIos, DownloadOnPc } from './DownloadSteps.tsx';
import { DownloadView } from './DownloadView.tsx';
import { EmbedMenu } from './EmbedMenu.tsx';
import { EMBEDS_PAGE, SOURCE_PAGE } from './source-pages.ts';
import { SourceMenu } from './SourceMenu.tsx';
import { SourceName } from './SourceName.tsx';
import { WatchPartyRow } from './WatchPartyRow.tsx';

const PLATFORM_VIEWS = [
  ['pc', DownloadOnPc],
  ['ios', DownloadOnIos],
  ['android', DownloadOnAndroid],
] as const;

/** The pages of the player's settings that are about more than playing; when nothing was found only those of the sources help. */
export function useExtraMenuPages(isLost: boolean): ContextType<typeof ExtraPagesContext> {
  const { t } = useTranslation();
  return useMemo(() => {
    const sources = [
      {
        path: SOURCE_PAGE,
        title: t(($) => $.watch.sources.title),
        View: SourceMenu,
        needsNoFilm: isLost,
        row: { icon: Clapperboard, value: createElement(SourceName) },
      },
      {
        path: EMBEDS_PAGE,
        title: t(($) => $.watch.sources.embeds),
        View: EmbedMenu,
        needsNoFilm: isLost,
      },
    ];
    const download = {
      path: 'download',
      title: t(($) => $.player.downloads.title),
      View: DownloadView,
      row: { icon: Download },
    };
    const platforms = PLATFORM_VIEWS.map(([platform, View]) => ({
      path: `download/${platform}`,
      title: t(($) => $.player.downloads.platforms[platform].title),
      View,
    }));
    return { pages: [...sources, download, ...platforms], Rows: WatchPartyRow };
  }, [t, isLost]);
}
