import { Copy, Download as DownloadIcon, Laptop, Smartphone, TabletSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { relayUrls } from '#data/session.ts';
import type { ExtraPageProps } from '#player/ui/menu/settings-pages.ts';
import { Menu, MenuAction, MenuExternalLink, MenuText, MenuSubmenuItem } from '#ui/Menu.tsx';
import { isTicket, serviceAddress } from './download.ts';
import { DownloadCaptions } from './DownloadCaptions.tsx';
import { useCopied } from './useCopied.ts';
import { useDownload } from './useDownload.ts';

/** What can be done with the stream that plays: it depends on what it is made of. */
export function DownloadView({ cameFrom, onOpen }: ExtraPageProps) {
  const { t } = useTranslation();
  const download = useDownload();
  if (download.kind === 'none') {
    return (
      <>
        <MenuText>{t(($) => $.player.downloads.unable[download.why])}</MenuText>
        <Menu label={t(($) => $.player.downloads.title)}>
          <DownloadCaptions />
        </Menu>
      </>
    );
  }
  return (
    <>
      <MenuText>
        {t(($) => $.player.downloads[download.kind === 'file' ? 'fileHint' : 'playlistHint'])}
      </MenuText>
      {isTicket(download.url, relayUrls()) && (
        <MenuText>{t(($) => $.player.downloads.ticketHint)}</MenuText>
      )}
      <Menu label={t(($) => $.player.downloads.title)}>
        {download.kind === 'file' ? (
          <FileRows url={download.url} cameFrom={cameFrom} onOpen={onOpen} />
        ) : (
          <PlaylistRows url={download.url} />
        )}
        <DownloadCaptions />
      </Menu>
    </>
  );
}

const PLATFORMS = [
  ['pc', Laptop],
  ['ios', TabletSmartphone],
  ['android', Smartphone],
] as const;

function FileRows({ url, cameFrom, onOpen }: { url: string } & Omit<ExtraPageProps, 'onDone'>) {
  const { t } = useTranslation();
  return (
    <>
      <MenuExternalLink
        icon={DownloadIcon}
        label={t(($) => $.player.downloads.file)}
        href={url}
        download=""
      />
      {PLATFORMS.map(([platform, icon]) => (
        <MenuSubmenuItem
          key={platform}
          icon={icon}
          label={t(($) => $.player.downloads.platforms[platform].name)}
          isFirst={cameFrom === `download/${platform}`}
          onOpen={() => onOpen(`download/${platform}`)}
        />
      ))}
    </>
  );
}

function PlaylistRows({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopied();
  const converter = config.HLSCONVERTER_URL;
  return (
    <>
      {converter !== undefined && (
        <MenuExternalLink
          icon={DownloadIcon}
          label={t(($) => $.player.downloads.convert)}
          href={serviceAddress(converter, 'url', url)}
        />
      )}
      <MenuAction
        icon={Copy}
        label={t(($) => $.player.downloads[isCopied ? 'copied' : 'copy'])}
        onPress={() => void copy(url)}
      />
    </>
  );
}
