import { useTranslation } from 'react-i18next';
import type { SeasonMeta } from '#data/catalog/details.ts';

/** As the catalogue calls it, else by its number. */
export function useSeasonName(): (season: SeasonMeta) => string {
  const { t } = useTranslation();
  return ({ title, number }) => {
    if (title !== '') return title;
    return number === 0
      ? t(($) => $.watch.episodes.specials)
      : t(($) => $.watch.episodes.season, { number });
  };
}
