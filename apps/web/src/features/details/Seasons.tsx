import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SeasonSummary, TitleDetails } from '#data/catalog/title-details.ts';
import { leftAt } from '#data/user-data/resume-point.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { Episodes } from './Episodes.tsx';
import styles from './Seasons.module.css';

/** Opens where the series was left. */
export function Seasons({ title }: { readonly title: TitleDetails }) {
  const { t } = useTranslation();
  const id = useId();
  const item = useStore(progressStore, ({ items }) => items[title.tmdbId]);
  const [chosen, choose] = useState<number | null>(null);
  const wanted = chosen ?? (item && leftAt(item)?.episode?.season);
  const season = title.seasons.find(({ number }) => number === wanted) ?? title.seasons[0];
  if (!season) return null;
  const nameOf = ({ name, number }: SeasonSummary): string =>
    name || t(($) => $.details.season, { number });
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.heading}>
          {t(($) => $.details.episodes)}
        </h3>
        <select
          className={styles.select}
          aria-label={t(($) => $.details.seasons)}
          value={season.number}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        >
          {title.seasons.map((one) => (
            <option key={one.id} value={one.number}>
              {nameOf(one)}
            </option>
          ))}
        </select>
      </div>
      <Episodes key={season.id} title={title} season={season} />
    </section>
  );
}
