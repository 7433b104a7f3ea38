import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TitleDetails } from '#data/catalog/title-details.ts';
import { Poster } from '#ui/Poster.tsx';
import { Cast } from './Cast.tsx';
import { TitleMeta } from './TitleMeta.tsx';
import { Seasons } from './Seasons.tsx';
import { Similar } from './Similar.tsx';
import { TitleActions, TitleRating } from './TitleActions.tsx';
import { Trailer } from './Trailer.tsx';
import styles from './TitleFacts.module.css';

export function TitleFacts({ title }: { readonly title: TitleDetails }) {
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
          <TitleMeta title={title} />
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
          <p className={styles.overview} lang={languageOf(overview, i18n.language)}>
            {overview || t(($) => $.details.noOverview)}
          </p>
        </div>
        {cast.length > 0 && <Cast cast={cast} />}
        {seasons.length > 0 && <Seasons title={title} />}
        {similar.length > 0 && <Similar titles={similar} />}
      </div>
    </div>
  );
}

/** The catalogue answers in English where it has nothing in the viewer's language, and does not say so. */
function languageOf(overview: string, spoken: string): string | undefined {
  const isLatin = /^\P{L}*\p{Script=Latin}/u.test(overview);
  const { script } = new Intl.Locale(spoken).maximize();
  return isLatin && script !== 'Latn' ? 'en' : undefined;
}
