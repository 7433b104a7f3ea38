import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { tidyPosterUrl } from '#data/catalogue/images.ts';
import { listedTitle } from '#data/catalogue/listed-title.ts';
import type { ListedTitle } from '#data/library/lists.ts';
import { sheetDepth } from '#lib/sheet-depth.ts';
import { paths } from '#paths.ts';
import { Poster } from '#ui/Poster.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './TitleRow.module.css';

/** A title on a list; opens its details. The catalogue names it where the list does not. */
export function TitleRow({ listed }: { readonly listed: ListedTitle }) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const { type, tmdbId } = listed;
  const isNamed = listed.title !== undefined;
  const { data, isFetching } = useQuery({ ...listedTitle(type, tmdbId), enabled: !isNamed });
  if (!isNamed && !data && isFetching) {
    return (
      <div className={styles.link}>
        <Skeleton shape="poster" />
        <Skeleton shape="shortLine" />
      </div>
    );
  }
  const { title, year, poster } = data ?? listed;
  const name = title ?? t(($) => $.lists.unnamed, { number: tmdbId });
  return (
    <Link
      className={styles.link}
      to={{ search: paths.details({ type, tmdbId, title: name }) }}
      state={{ sheets: sheetDepth(state) + 1 }}
      preventScrollReset
    >
      <Poster title={name} src={tidyPosterUrl(poster)} />
      <span className={styles.words}>
        <span className={styles.title}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.details}>
          {[t(($) => $.media.types[type]), ...(year ? [String(year)] : [])].join(' · ')}
        </span>
      </span>
    </Link>
  );
}
