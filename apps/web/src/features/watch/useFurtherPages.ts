import { Download } from 'lucide-react';
import { useMemo, type ContextType } from 'react';
import { useTranslation } from 'react-i18next';
import type { FurtherPagesContext } from '#player/menu/further-pages.ts';
import { DownloadOnAndroid, DownloadOnIos, DownloadOnPc } from './DownloadSteps.tsx';
import { DownloadView } from './DownloadView.tsx';
import { WatchPartyRow } from './WatchPartyRow.tsx';

const PLATFORM_VIEWS = [
  ['pc', DownloadOnPc],
  ['ios', DownloadOnIos],
  ['android', DownloadOnAndroid],
] as const;

/** The pages of the player's settings that are about more than playing. */
export function useFurtherPages(): ContextType<typeof FurtherPagesContext> {
  const { t } = useTranslation();
  return useMemo(() => {
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
    return { pages: [download, ...platforms], Rows: WatchPartyRow };
  }, [t]);
}
