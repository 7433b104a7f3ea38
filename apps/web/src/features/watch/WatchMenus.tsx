import { Clapperboard, Download, PartyPopper } from 'lucide-react';
import {
  type ContextType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { relayUrls } from '#data/session.ts';
import { reportSearch } from '#data/streams/report.ts';
import { runEmbed, runSource, scrapeMedia } from '#data/streams/scrape.ts';
import { type Overlay, OverlayContext, useOverlayAddress } from '#player/ui/menu/panel-context.ts';
import {
  ExtraPagesContext,
  type ExtraPageProps,
  insideSettings,
} from '#player/ui/menu/settings-pages.ts';
import { Menu, MenuExternalLink, MenuText } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { isRelayUrl, serviceUrl, useDownload } from './download.ts';
import { DownloadOnAndroid, DownloadOnIos, DownloadOnPc, DownloadView } from './DownloadView.tsx';
import { EmbedMenu } from './sources/EmbedMenu.tsx';
import {
  EMBEDS_PAGE,
  SOURCE_PAGE,
  SourcesContext,
  useSources,
  VERSIONS_PAGE,
} from './sources/source-picker-context.ts';
import {
  type PickedStream,
  createSourcePicker,
  type SourcePicker,
} from './sources/source-picker.ts';
import { SourceAttemptRow } from './sources/SourceAttemptRow.tsx';
import { useCauseText, useSourceEntries } from './sources/source-list.ts';
import { VersionMenu, VersionsRow } from './sources/VersionMenu.tsx';
import type { WatchControls } from './useWatch.ts';
import { metaOf } from './watch-machine.ts';
import { searchedName } from './watch-title.ts';

interface WatchMenusProps {
  readonly watch: WatchControls;
  readonly children: ReactNode;
}

/** Adds the source and download pages to the player's menus. */
export function WatchMenus({ watch, children }: WatchMenusProps) {
  const overlay = useOverlayAddress();
  const { state } = watch;
  const furtherPages = useExtraMenuPages(state.at === 'notFound');
  const sources = useSourcePicker(watch, overlay);
  const about = useMemo(() => ({ sources, state }), [sources, state]);
  return (
    <OverlayContext value={overlay}>
      <SourcesContext value={about}>
        <ExtraPagesContext value={furtherPages}>{children}</ExtraPagesContext>
      </SourcesContext>
    </OverlayContext>
  );
}

const PLATFORM_VIEWS = [
  ['pc', DownloadOnPc],
  ['ios', DownloadOnIos],
  ['android', DownloadOnAndroid],
] as const;

/** Without a stream, only the source pages are available. */
function useExtraMenuPages(hasNoStream: boolean): ContextType<typeof ExtraPagesContext> {
  const { t } = useTranslation();
  return useMemo(() => {
    const sources = [
      {
        path: SOURCE_PAGE,
        title: t(($) => $.watch.sources.title),
        View: SourceMenu,
        needsNoStream: hasNoStream,
        row: { icon: Clapperboard, value: createElement(SourceName) },
      },
      {
        path: EMBEDS_PAGE,
        title: t(($) => $.watch.sources.embeds),
        View: EmbedMenu,
        needsNoStream: hasNoStream,
      },
      {
        path: VERSIONS_PAGE,
        title: t(($) => $.details.files.versions),
        View: VersionMenu,
        needsNoStream: hasNoStream,
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
  }, [t, hasNoStream]);
}

/** Lists the sources for this title. Choosing one opens its page and searches it. */
function SourceMenu({ cameFrom, onOpen }: ExtraPageProps) {
  const { t } = useTranslation();
  const { sources, state } = useSources();
  const listed = useSourceEntries();
  const causeText = useCauseText();
  const meta = metaOf(state);
  const title = meta ? searchedName(meta, t) : '';
  if (!listed) return <Spinner label={t(($) => $.global.loading)} />;
  if (listed.entries.length === 0) return <MenuText>{t(($) => $.watch.sources.none)}</MenuText>;
  return (
    <Menu label={t(($) => $.watch.sources.title)}>
      <VersionsRow isFirst={cameFrom === VERSIONS_PAGE} onOpen={() => onOpen(VERSIONS_PAGE)} />
      {listed.entries.map(({ id, name, mark, cause }) => (
        <SourceAttemptRow
          key={id}
          name={name}
          mark={mark}
          reason={cause && causeText(cause, { id, title, name })}
          onChoose={() => {
            void sources.chooseSource(id);
            onOpen(EMBEDS_PAGE);
          }}
        />
      ))}
    </Menu>
  );
}

/** The source of the current stream. */
function SourceName() {
  const { state } = useSources();
  const listed = useSourceEntries();
  if (!('sourceId' in state)) return null;
  return listed?.names.get(state.sourceId) ?? state.sourceId;
}

/** A stream found by the picker closes the menu. */
function useSourcePicker(watch: WatchControls, overlay: Overlay): SourcePicker {
  const [sources] = useState(() => createSourcePicker({ runSource, runEmbed }));
  const meta = metaOf(watch.state);
  const onFound = useEffectEvent((found: PickedStream) => {
    watch.switchTo(found);
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

/** Shown if the operator names a watch-party service and the stream works for others. */
function WatchPartyRow() {
  const { t } = useTranslation();
  const download = useDownload();
  const service = config.WATCH_PARTY_URL;
  if (service === undefined || download.kind === 'none') return null;
  return (
    <MenuExternalLink
      icon={PartyPopper}
      label={t(($) => $.player.watchParty)}
      href={serviceUrl(service, 'video', download.url)}
      hint={isRelayUrl(download.url, relayUrls()) ? t(($) => $.player.watchPartyHint) : undefined}
    />
  );
}
