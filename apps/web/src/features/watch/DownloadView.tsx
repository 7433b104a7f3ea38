import {
  Captions,
  Copy,
  Download,
  Download as DownloadIcon,
  Laptop,
  Smartphone,
  TabletSmartphone,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { relayUrls } from '#data/session.ts';
import { captionImages, captionText } from '#data/streams/proxies/fetch-caption.ts';
import { saveFile } from '#lib/save-file.ts';
import type { CaptionEntry } from '#player/captions/track.ts';
import { trackLanguage } from '#player/ui/menu/labels.ts';
import type { ExtraPageProps } from '#player/ui/menu/settings-pages.ts';
import { usePlayerState } from '#player/use-player.ts';
import { Menu, MenuAction, MenuExternalLink, MenuSubmenuItem, MenuText } from '#ui/Menu.tsx';
import { captionFileName, isRelayUrl, serviceUrl, useDownload } from './download.ts';
import { useCopied } from './useCopied.ts';
import styles from './DownloadView.module.css';

/** Download options depend on the type of the stream. */
export function DownloadView({ cameFrom, onOpen }: ExtraPageProps) {
  const { t } = useTranslation();
  const download = useDownload();
  if (download.kind === 'none') {
    return (
      <>
        <MenuText>{t(($) => $.player.downloads.errors[download.why])}</MenuText>
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
      {isRelayUrl(download.url, relayUrls()) && (
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
          href={serviceUrl(converter, 'url', url)}
        />
      )}
      <MenuAction
        icon={Copy}
        label={t(($) => (isCopied ? $.actions.copied : $.player.downloads.copy))}
        onPress={() => void copy(url)}
      />
    </>
  );
}

const STEPS = ['first', 'second', 'third'] as const;

/** Steps for saving the file with the browser's own menu. */
function DownloadSteps({ platform }: { readonly platform: 'pc' | 'ios' | 'android' }) {
  const { t } = useTranslation();
  const download = useDownload();
  if (download.kind !== 'file') return <MenuText>{t(($) => $.player.downloads.noSteps)}</MenuText>;
  return (
    <>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{t(($) => $.player.downloads.platforms[platform][step])}</li>
        ))}
      </ol>
      <Menu label={t(($) => $.player.downloads.title)}>
        <MenuExternalLink
          icon={Download}
          label={t(($) => $.player.downloads.file)}
          href={download.url}
          download=""
        />
      </Menu>
    </>
  );
}

export const DownloadOnPc = () => <DownloadSteps platform="pc" />;
export const DownloadOnIos = () => <DownloadSteps platform="ios" />;
export const DownloadOnAndroid = () => <DownloadSteps platform="android" />;

/** Saves the current captions as a file. */
function DownloadCaptions() {
  const { t, i18n } = useTranslation();
  const [hasFailed, setHasFailed] = useState(false);
  const track = usePlayerState(({ captions }) =>
    captions.tracks.find(({ id }) => id === captions.chosen),
  );
  if (!track) return null;
  const language =
    trackLanguage(track.language, i18n.language) ?? t(($) => $.player.settings.unknownLanguage);

  const save = async () => {
    setHasFailed(false);
    try {
      if (track.type === 'pgs') {
        const bytes = await imagesOf(track);
        return saveFile('subtitles.sup', new Blob([bytes]));
      }
      const text = await captionText(track, AbortSignal.timeout(SAVE_LIMIT_MS));
      saveFile(captionFileName(text), new Blob([text], { type: 'text/plain;charset=utf-8' }));
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <MenuAction
      icon={Captions}
      label={
        hasFailed
          ? t(($) => $.player.captionsFailed)
          : t(($) => $.player.downloads.captions, { language })
      }
      onPress={() => void save()}
    />
  );
}

const imagesOf = (track: CaptionEntry) =>
  track.styled?.kind === 'pgs'
    ? track.styled.bytes
    : captionImages(track, AbortSignal.timeout(IMAGES_LIMIT_MS));

const SAVE_LIMIT_MS = 20_000;
const IMAGES_LIMIT_MS = 120_000;
