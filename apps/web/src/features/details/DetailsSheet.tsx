import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import type { SlugRef } from '@matinee/shared/media/slug';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleFiles } from '#data/catalog/library-files.ts';
import { CatalogError } from '#data/catalog/tmdb.ts';
import { titleDetails, type TitleDetails } from '#data/catalog/title-details.ts';
import { catalogLocale } from '#data/catalog/tmdb.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import { Button } from '#ui/Button.tsx';
import { Poster } from '#ui/Poster.tsx';
import { Sheet } from '#ui/Sheet.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Cast, TitleMetaLine } from './TitleMeta.tsx';
import { Seasons } from './Seasons.tsx';
import { Similar } from './Similar.tsx';
import { TitleActions, TitleRating } from './TitleActions.tsx';
import { MovieFiles, NO_SEASON, ShowExtras } from './TitleFiles.tsx';
import styles from './DetailsSheet.module.css';

interface DetailsSheetProps {
  readonly title: SlugRef;
  /** Wraps the message about an unknown title that only the library can have. */
  readonly LocalTitle: ComponentType<{ readonly children: ReactNode }>;
  readonly onClose: () => void;
}

export function DetailsSheet({ title: { type, tmdbId }, LocalTitle, onClose }: DetailsSheetProps) {
  const { t, i18n } = useTranslation();
  const { language } = catalogLocale(i18n.language);
  const { data, error, isFetching, refetch } = useQuery(titleDetails(type, tmdbId, language));
  // Requests the files now, so that files and extras appear together with the rest.
  useQuery(titleFiles({ type, tmdbId, ...(type === 'show' && { season: NO_SEASON }) }));
  return (
    <Sheet
      label={data?.title ?? t(($) => $.details.name)}
      closeLabel={t(($) => $.actions.close)}
      onClose={onClose}
    >
      {data ? (
        <TitleFacts title={data} />
      ) : isFetching ? (
        <Loading />
      ) : !isNotFound(error) ? (
        <Failed onRetry={() => void refetch()} />
      ) : Number(tmdbId) < FIRST_LOCAL_ID ? (
        <Unknown />
      ) : (
        <Suspense fallback={<Loading />}>
          <LocalTitle>
            <Unknown />
          </LocalTitle>
        </Suspense>
      )}
    </Sheet>
  );
}

const isNotFound = (error: unknown): boolean =>
  error instanceof CatalogError && error.status === 404;

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={styles.loading} role="status" aria-label={t(($) => $.global.loading)}>
      <Skeleton shape="poster" />
      <div className={styles.lines}>
        <Skeleton shape="line" />
        <Skeleton shape="shortLine" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </div>
    </div>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed} role="alert">
      <h2>{t(($) => $.details.failed)}</h2>
      <p>{t(($) => $.errors.catalogUnreachable)}</p>
      <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>
    </div>
  );
}

function Unknown() {
  const { t } = useTranslation();
  return (
    <div className={styles.failed} role="alert">
      <h2>{t(($) => $.details.unknown)}</h2>
      <p>{t(($) => $.watch.metadata.notFound.text)}</p>
    </div>
  );
}

function TitleFacts({ title }: { readonly title: TitleDetails }) {
  const { t, i18n } = useTranslation();
  const [isTrailerOpen, setTrailerOpen] = useState(false);
  const { backdrop, cast, genres, overview, seasons, similar, trailerKey } = title;
  const scene = backdrop ?? title.poster;
  return (
    <div className={styles.facts}>
      {scene !== undefined && (
        <div
          className={styles.scene}
          data-of={backdrop === undefined ? 'poster' : 'still'}
          aria-hidden
        >
          <img src={scene} alt="" decoding="async" />
        </div>
      )}
      <div className={styles.head}>
        <div className={styles.poster}>
          <Poster title={title.title} src={title.poster} />
        </div>
        <div className={styles.words}>
          <h2 className={styles.title}>
            <bdi>{title.title}</bdi>
          </h2>
          <TitleMetaLine title={title} />
          {genres.length > 0 && (
            <ul className={styles.genres} aria-label={t(($) => $.details.genres)}>
              {genres.map((genre) => (
                <li key={genre}>{genre}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <TitleActions title={title} onTrailer={() => setTrailerOpen(true)} />
      <div className={styles.text}>
        {isTrailerOpen && trailerKey !== undefined && (
          <Trailer title={title.title} videoKey={trailerKey} />
        )}
        {title.isReleased && <TitleRating title={title} />}
        <div dir="auto">
          <p className={styles.overview} lang={languageOf(title, i18n.language)}>
            {overview || t(($) => $.details.noOverview)}
          </p>
        </div>
        {title.type === 'movie' ? <MovieFiles title={title} /> : <ShowExtras title={title} />}
        {cast.length > 0 && <Cast cast={cast} />}
        {seasons.length > 0 && <Seasons title={title} />}
        {similar.length > 0 && <Similar titles={similar} />}
      </div>
    </div>
  );
}

/** Some overviews are English although they were requested in another language. */
function languageOf(
  { overview, isOverviewEnglish }: TitleDetails,
  uiLanguage: string,
): string | undefined {
  if (isOverviewEnglish) return 'en';
  const isLatin = /^\P{L}*\p{Script=Latin}/u.test(overview);
  const { script } = new Intl.Locale(uiLanguage).maximize();
  return isLatin && script !== 'Latn' ? 'en' : undefined;
}

interface TrailerProps {
  readonly title: string;
  readonly videoKey: string;
}

function bringIntoView(frame: HTMLElement): () => void {
  frame.scrollIntoView({ block: 'nearest' });
  frame.focus();
  return () => undefined;
}

/** Loads the third-party player on demand. */
function Trailer({ title, videoKey }: TrailerProps) {
  const { t } = useTranslation();
  const frame = useRefEffect(bringIntoView, undefined);
  return (
    <iframe
      ref={frame}
      className={styles.trailer}
      src={`https://www.youtube-nocookie.com/embed/${videoKey}?autoplay=1&rel=0`}
      title={t(($) => $.details.trailerOf, { title })}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
