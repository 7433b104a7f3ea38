import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { matchesQuery } from '#lib/accent-insensitive-match.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { Button } from '#ui/Button.tsx';
import { FilterField } from '#ui/FilterField.tsx';
import { Menu, MenuText } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';

import type { Player } from '../../player.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import { CaptionRow } from './CaptionRow.tsx';
import styles from './CaptionsView.module.css';
import { useCaptionName, useSortedTracks } from './labels.ts';

/** Searches when the page opens, once per title. */
function attachSearch(_page: HTMLElement, { store, captions }: Player): () => void {
  if (store.getState().captions.search.at === 'idle') void captions.search();
  return () => undefined;
}

export function CaptionsServices() {
  const { t } = useTranslation();
  const player = usePlayer();
  const pageRef = useRefEffect(attachSearch, player);
  const search = usePlayerState(({ captions }) => captions.search.at);
  return (
    <div ref={pageRef} className={styles.page}>
      {(search === 'searching' || search === 'idle') && (
        <div className={styles.waiting}>
          <Spinner label={t(($) => $.player.captionMenu.search.searching)} />
          <span>{t(($) => $.player.captionMenu.search.searching)}</span>
        </div>
      )}
      {search === 'unavailable' && (
        <MenuText>{t(($) => $.player.captionMenu.search.unavailable)}</MenuText>
      )}
      {search === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>{t(($) => $.player.captionMenu.search.failed)}</p>
          <Button onClick={() => void player.captions.search()}>{t(($) => $.actions.retry)}</Button>
        </div>
      )}
      {search === 'found' && <Found />}
    </div>
  );
}

function Found() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const name = useCaptionName();
  const found = useSortedTracks().filter(({ origin }) => origin === 'service');
  const listed = found.filter((track) => matchesQuery(`${name(track)} ${track.label}`, query));
  if (found.length === 0) return <MenuText>{t(($) => $.player.captionMenu.search.empty)}</MenuText>;
  return (
    <>
      <FilterField label={t(($) => $.settings.language.find)} value={query} onChange={setQuery} />
      <Menu label={t(($) => $.player.settings['captions/opensubtitles'])}>
        {listed.map((track) => (
          <CaptionRow key={track.id} track={track} />
        ))}
      </Menu>
      {listed.length === 0 && <MenuText>{t(($) => $.settings.language.none)}</MenuText>}
    </>
  );
}
