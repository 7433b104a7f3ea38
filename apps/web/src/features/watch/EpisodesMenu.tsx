import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeasonMeta, ShowMeta } from '#data/catalog/details.ts';
import { useAttached } from '#lib/use-ref-effect.ts';
import { useOverlay, type Overlay } from '#player/ui/menu/panel-context.ts';
import type { Player } from '#player/player.ts';
import { usePlayer } from '#player/use-player.ts';
import { Popover } from '#ui/Popover.tsx';
import { EPISODES_BUTTON_ID } from './EpisodesButton.tsx';
import { episodesPath, episodesView, type EpisodesView } from './episodes-path.ts';
import { EpisodesOfSeason } from './EpisodesOfSeason.tsx';
import { SeasonList } from './SeasonList.tsx';
import { useSeasonName } from './season-name.ts';

/** The controls stay while it is open, and have the focus again when it is not. */
function attachMenu(menu: HTMLElement, { controls }: Player): () => void {
  const page = menu.ownerDocument;
  controls.openMenu(true);
  return () => {
    controls.openMenu(false);
    page.getElementById(EPISODES_BUTTON_ID)?.focus();
  };
}

/** All seasons, and the episodes of one: open when the address says so. */
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
  const menuRef = useAttached(attachMenu, usePlayer());
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
      closeLabel={t(($) => $.watch.episodes.close)}
      back={isInside ? { label: t(($) => $.watch.episodes.back), go: toSeasons } : undefined}
      onClose={overlay.close}
    >
      <div ref={menuRef}>
        {isInside ? (
          <EpisodesOfSeason
            key={season.number}
            meta={meta}
            season={season}
            onDone={overlay.close}
          />
        ) : (
          <SeasonList meta={meta} shown={season} onOpen={open} />
        )}
      </div>
    </Popover>
  );
}
