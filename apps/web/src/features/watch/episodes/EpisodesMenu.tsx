import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeasonMeta, ShowMeta } from '#data/catalog/details.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import type { Player } from '#player/player.ts';
import { type Overlay, useOverlay } from '#player/ui/menu/panel-context.ts';
import { hasMedia } from '#player/features/playback.ts';
import { usePlayer, usePlayerState } from '#player/use-player.ts';
import { Menu, MenuSubmenuItem, MenuText } from '#ui/Menu.tsx';
import { Popover } from '#ui/Popover.tsx';
import {
  EPISODES_BUTTON_ID,
  episodesPath,
  episodesView,
  type EpisodesView,
} from './EpisodesButton.tsx';
import { EpisodesOfSeason } from './EpisodesOfSeason.tsx';
import styles from './EpisodesMenu.module.css';

/** Keeps the controls visible while open; returns the focus on close. */
function attachMenu(menu: HTMLElement, { controls }: Player): () => void {
  const page = menu.ownerDocument;
  controls.openMenu(true);
  return () => {
    controls.openMenu(false);
    page.getElementById(EPISODES_BUTTON_ID)?.focus();
  };
}

/** Opens by URL. Shows the seasons, or the episodes of one season. */
export function EpisodesMenu({ meta }: { readonly meta: ShowMeta }) {
  const overlay = useOverlay();
  const view = episodesView(overlay?.path ?? null);
  if (!overlay || view === null) return null;
  return <OpenMenu overlay={overlay} view={view} meta={meta} />;
}

interface OpenMenuProps {
  readonly overlay: Overlay;
  readonly view: EpisodesView;
  readonly meta: ShowMeta;
}

function OpenMenu({ overlay, view, meta }: OpenMenuProps) {
  const { t } = useTranslation();
  const name = useSeasonName();
  const menuRef = useRefEffect(attachMenu, usePlayer());
  const [season, setSeason] = useState<SeasonMeta>(meta.season);
  const isInside = view === 'episodes';
  const toSeasons = () => overlay.navigate(episodesPath('seasons'));

  function open(chosen: SeasonMeta) {
    setSeason(chosen);
    overlay.navigate(episodesPath('episodes'));
  }

  return (
    <Popover
      title={isInside ? name(season) : t(($) => $.watch.episodes.seasons)}
      closeLabel={t(($) => $.actions.close)}
      back={isInside ? { label: t(($) => $.watch.episodes.back), go: toSeasons } : undefined}
      onClose={overlay.close}
    >
      <div ref={menuRef}>
        {isInside ? (
          <EpisodesOfSeason
            key={season.number}
            meta={meta}
            season={season}
            seasonName={name(season)}
            onDone={overlay.close}
          />
        ) : (
          <SeasonList meta={meta} shown={season} onOpen={open} />
        )}
      </div>
    </Popover>
  );
}

interface SeasonListProps {
  readonly meta: ShowMeta;
  /** The season opened last: its row receives the focus. */
  readonly shown: SeasonMeta;
  readonly onOpen: (season: SeasonMeta) => void;
}

function SeasonList({ meta, shown, onOpen }: SeasonListProps) {
  const { t } = useTranslation();
  const name = useSeasonName();
  const current = usePlayerState(hasMedia) ? meta.season.number : undefined;
  if (meta.seasons.length === 0) {
    return <MenuText>{t(($) => $.watch.episodes.noSeasons)}</MenuText>;
  }
  return (
    <div className={styles.scroll}>
      <Menu label={t(($) => $.watch.episodes.seasons)}>
        {meta.seasons.map((season) => (
          <MenuSubmenuItem
            key={season.tmdbId}
            icon={Clapperboard}
            label={name(season)}
            value={season.number === current ? t(($) => $.watch.episodes.current) : ''}
            isFirst={season.number === shown.number}
            onOpen={() => onOpen(season)}
          />
        ))}
      </Menu>
    </div>
  );
}

/** The TMDB name, or the number. */
function useSeasonName(): (season: SeasonMeta) => string {
  const { t } = useTranslation();
  return ({ title, number }) => {
    if (title !== '') return title;
    return number === 0
      ? t(($) => $.watch.episodes.specials)
      : t(($) => $.details.season, { number });
  };
}
