import { captionEndings } from '@matinee/shared/subtitles/formats';
import { Captions, FileUp, Languages, ScrollText, SlidersHorizontal } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { matchesQuery } from '#lib/accent-insensitive-match.ts';
import { FilterField } from '#ui/FilterField.tsx';
import { Menu, MenuRadio, MenuSubmenuItem, MenuText } from '#ui/Menu.tsx';

import { secondTracks } from '../../captions/track.ts';
import type { CaptionOrigin } from '../../captions/track.ts';
import { NEW_FILE } from '../../features/captions/list.ts';
import {
  areCaptionsShowing,
  chosenCaption,
  hasSecondCaptions,
  secondCaption,
} from '../../features/captions/state.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { CaptionError, CaptionRow } from './CaptionRow.tsx';
import styles from './CaptionsView.module.css';
import { useCaptionName, useSortedTracks } from './labels.ts';
import type { SettingsView } from './settings-pages.ts';

const HERE: readonly CaptionOrigin[] = ['stream', 'embedded', 'file'];
/** More tracks than are visible at once. */
const MANY = 8;
const FILES = [
  ...[...captionEndings(), 'txt'].map((ending) => `.${ending}`),
  'text/vtt',
  'application/x-subrip',
].join(',');

interface CaptionsViewProps {
  readonly cameFrom: string;
  readonly onOpen: (path: string) => void;
}

export function CaptionsView({ cameFrom, onOpen }: CaptionsViewProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const { chooseCaption } = usePlayer();
  const name = useCaptionName();
  const areOn = usePlayerState(areCaptionsShowing);
  const tracks = useSortedTracks().filter(({ origin }) => HERE.includes(origin));
  const listed = tracks.filter((track) => matchesQuery(name(track), query));
  const link = (view: Exclude<SettingsView, 'root'>, icon: LucideIcon, value = '') => (
    <MenuSubmenuItem
      icon={icon}
      label={t(($) => $.player.settings[view])}
      value={value}
      isFirst={view === cameFrom}
      onOpen={() => onOpen(view)}
    />
  );
  const chosen = usePlayerState(chosenCaption);
  const second = usePlayerState(secondCaption);
  const hasSecond = usePlayerState(hasSecondCaptions);
  const isSearchable = usePlayerState(({ captions }) => captions.search.at !== 'unavailable');

  return (
    <>
      {tracks.length > MANY && (
        <FilterField label={t(($) => $.settings.language.find)} value={query} onChange={setQuery} />
      )}
      <Menu label={t(($) => $.player.settings.captions)}>
        <MenuRadio
          label={t(($) => $.player.captionMenu.off)}
          isChecked={!areOn}
          onChoose={() => void chooseCaption(null)}
        />
        {HERE.map((origin) => {
          const those = listed.filter((track) => track.origin === origin);
          const heading = t(($) => $.player.captionMenu.origins[origin]);
          if (those.length === 0) return null;
          return (
            <div key={origin} role="group" aria-label={heading} className={styles.group}>
              <div className={styles.heading} aria-hidden>
                {heading}
              </div>
              {those.map((track) => (
                <CaptionRow key={track.id} track={track} />
              ))}
            </div>
          );
        })}
        {query !== '' && listed.length === 0 && (
          <MenuText>{t(($) => $.settings.language.none)}</MenuText>
        )}
        <div className={styles.more} role="group">
          {hasSecond &&
            link(
              'captions/second',
              Captions,
              second ? name(second) : t(($) => $.player.captionMenu.off),
            )}
          <UserFile />
          {isSearchable &&
            link(
              'captions/opensubtitles',
              Languages,
              chosen?.origin === 'service' ? name(chosen) : '',
            )}
          {chosen && link('captions/transcript', ScrollText)}
          {link('captions/settings', SlidersHorizontal)}
        </div>
      </Menu>
    </>
  );
}

/** Accepts any format and encoding, as dropping a file on the video does. */
function UserFile() {
  const { t } = useTranslation();
  const { captions } = usePlayer();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <MenuSubmenuItem
        icon={FileUp}
        label={t(($) => $.player.captionMenu.upload)}
        value=""
        onOpen={() => input.current?.click()}
      />
      <CaptionError id={NEW_FILE} />
      <input
        ref={input}
        type="file"
        hidden
        accept={FILES}
        aria-label={t(($) => $.player.captionMenu.upload)}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Resets the input, so that the same file can be chosen again.
          currentTarget.value = '';
          if (file) void captions.addFile(file);
        }}
      />
    </>
  );
}

/** A second language at the top of the video, for learners and mixed audiences. */
export function CaptionsSecond() {
  const { t } = useTranslation();
  const { captions } = usePlayer();
  const first = usePlayerState((state) => state.captions.chosen);
  const tracks = secondTracks(useSortedTracks(), first);
  const isOff = usePlayerState((state) => {
    const { chosen, pending } = state.captions.second;
    return chosen === null && pending === null;
  });
  return (
    <>
      <Menu label={t(($) => $.player.settings['captions/second'])}>
        <MenuRadio
          label={t(($) => $.player.captionMenu.off)}
          isChecked={isOff}
          onChoose={() => void captions.chooseSecond(null)}
        />
        {tracks.map((track) => (
          <CaptionRow key={track.id} track={track} isSecond />
        ))}
      </Menu>
      <MenuText>{t(($) => $.player.captionMenu.second)}</MenuText>
    </>
  );
}
