import { Clapperboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SeasonMeta, ShowMeta } from '#data/catalog/details.ts';
import { Menu, MenuSubmenuItem, MenuText } from '#ui/Menu.tsx';
import { useSeasonName } from './season-name.ts';
import styles from './EpisodesOfSeason.module.css';

interface SeasonListProps {
  readonly meta: ShowMeta;
  /** Whose episodes were seen last: its row has the focus. */
  readonly shown: SeasonMeta;
  readonly onOpen: (season: SeasonMeta) => void;
}

export function SeasonList({ meta, shown, onOpen }: SeasonListProps) {
  const { t } = useTranslation();
  const name = useSeasonName();
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
            value={season.number === meta.season.number ? t(($) => $.watch.episodes.current) : ''}
            isFirst={season.number === shown.number}
            onOpen={() => onOpen(season)}
          />
        ))}
      </Menu>
    </div>
  );
}
