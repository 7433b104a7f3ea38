import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { tidyPosterUrl } from '#data/catalog/images.ts';
import { listedTitle } from '#data/catalog/title.ts';
import type { ListedTitle } from '#data/user-data/lists.ts';
import { sheetDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import { TitleLink, TitleLinkSkeleton } from '#ui/ListPageLayout.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

/** A title on a list; opens its details. The catalogue names it where the list does not. */
export function TitleRow({ listed }: { readonly listed: ListedTitle }) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const { type, tmdbId } = listed;
  const isNamed = listed.title !== undefined;
  const { data, isFetching } = useQuery({ ...listedTitle(type, tmdbId), enabled: !isNamed });
  if (!isNamed && !data && isFetching) {
    return (
      <TitleLinkSkeleton>
        <Skeleton shape="poster" />
        <Skeleton shape="shortLine" />
      </TitleLinkSkeleton>
    );
  }
  const { title, year, poster } = data ?? listed;
  const name = title ?? t(($) => $.lists.unnamed, { number: tmdbId });
  return (
    <TitleLink
      to={{ search: paths.details({ type, tmdbId, title: name }) }}
      state={{ sheets: sheetDepth(state) + 1 }}
      preventScrollReset
      title={name}
      poster={tidyPosterUrl(poster)}
      details={[t(($) => $.media.types[type]), ...(year ? [String(year)] : [])].join(' · ')}
    />
  );
}
