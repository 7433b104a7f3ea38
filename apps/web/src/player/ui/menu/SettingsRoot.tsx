import {
  AudioLines,
  BookOpen,
  Captions,
  GalleryHorizontal,
  Gauge,
  Keyboard,
  Sparkles,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { Menu, MenuAction, MenuSubmenuItem } from '#ui/Menu.tsx';

import { chosenCaption } from '../../features/captions/state.ts';
import { activeAudioTrack } from '../../features/audio-tracks.ts';
import { chapterAt } from '../../features/timeline.ts';
import { isQualityAutomatic } from '../../features/quality.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { useAudioName, useCaptionName, useQualityName, useRateName } from './labels.ts';
import { useChapterName } from './ChaptersView.tsx';
import { useExtraPages } from './settings-pages.ts';
import type { SettingsView } from './settings-pages.ts';

interface SettingsRootProps {
  /** The page that was left last; its row gets the focus. */
  readonly cameFrom: string;
  readonly onOpen: (view: string) => void;
}

export function SettingsRoot({ cameFrom, onOpen }: SettingsRootProps) {
  const { t } = useTranslation();
  const row = (view: Exclude<SettingsView, 'root'>, icon: LucideIcon, value: string) => (
    <MenuSubmenuItem
      icon={icon}
      label={t(($) => $.player.settings[view])}
      value={value}
      isFirst={view === cameFrom}
      onOpen={() => onOpen(view)}
    />
  );
  const quality = useChosenQuality();
  const track = usePlayerState(activeAudioTrack);
  const audio = useAudioName();
  const caption = usePlayerState(chosenCaption);
  const captionName = useCaptionName();
  const speed = useRateName();
  const rate = usePlayerState(({ media }) => media.rate);
  const thumbnails = usePlayerState((state) => state.thumbnails.choice);
  const chapters = usePlayerState(({ timeline }) => timeline.chapters);
  const chapter = usePlayerState((state) => chapterAt(state, state.media.time));
  const chapterName = useChapterName();
  // Touch devices have no keyboard.
  const isTouch = usePlayerState(({ controls }) => controls.touch);
  return (
    <Menu label={t(($) => $.player.settings.title)}>
      {row('quality', Sparkles, quality)}
      {row('audio', AudioLines, track ? audio(track) : '')}
      <ExtraRows cameFrom={cameFrom} onOpen={onOpen} />
      {row(
        'captions',
        Captions,
        caption ? captionName(caption) : t(($) => $.player.captionMenu.off),
      )}
      {chapters.length > 1 &&
        row(
          'chapters',
          BookOpen,
          chapter ? chapterName(chapter.title, chapters.indexOf(chapter)) : '',
        )}
      {row('playback', Gauge, speed(rate))}
      {row(
        'thumbnails',
        GalleryHorizontal,
        t(($) => $.settings.thumbnails.choices[thumbnails]),
      )}
      {!isTouch && <ShortcutsRow />}
    </Menu>
  );
}

function ExtraRows({ cameFrom, onOpen }: SettingsRootProps) {
  const { pages, Rows } = useExtraPages();
  return (
    <>
      {pages.map(
        ({ path, title, row }) =>
          row && (
            <MenuSubmenuItem
              key={path}
              icon={row.icon}
              label={title}
              value={row.value}
              isFirst={path === cameFrom}
              onOpen={() => onOpen(path)}
            />
          ),
      )}
      {Rows && <Rows />}
    </>
  );
}

/** The current quality, marked when it is automatic. */
function useChosenQuality(): string {
  const { t } = useTranslation();
  const name = useQualityName();
  const isAutomatic = usePlayerState(isQualityAutomatic);
  const quality = usePlayerState(({ media }) => media.quality);
  if (!quality) return t(($) => $.player.settings.automatic);
  const size = name(quality);
  return isAutomatic ? t(($) => $.player.settings.automaticNow, { quality: size }) : size;
}

/** Opens the list of shortcuts over the menu, which gets the focus back. */
function ShortcutsRow() {
  const { t } = useTranslation();
  const { controls } = usePlayer();
  return (
    <MenuAction
      icon={Keyboard}
      label={t(($) => $.player.shortcuts.title)}
      onPress={() => controls.showHelp(true)}
    />
  );
}
