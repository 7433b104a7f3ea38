import { Captions } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { captionImages, captionText } from '#data/streams/proxies/fetch-caption.ts';
import { saveFile } from '#lib/save-file.ts';
import type { CaptionEntry } from '#player/captions/track.ts';
import { languageName } from '#player/ui/menu/labels.ts';
import { usePlayerState } from '#player/use-player.ts';
import { MenuAction } from '#ui/Menu.tsx';
import { captionFileName } from './download.ts';

/** The captions that are switched on, as a file. */
export function DownloadCaptions() {
  const { t, i18n } = useTranslation();
  const [hasFailed, setHasFailed] = useState(false);
  const track = usePlayerState(({ captions }) =>
    captions.tracks.find(({ id }) => id === captions.chosen),
  );
  if (!track) return null;
  const language =
    languageName(track.language, i18n.language) ?? t(($) => $.player.settings.unknownLanguage);

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
