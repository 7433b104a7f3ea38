import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Title } from '#data/catalog/title.ts';
import { yearText } from '#i18n/formats.ts';
import { modalDepth } from '#lib/modal-history.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import styles from './DetailsSheet.module.css';

export function Similar({ titles }: { readonly titles: readonly Title[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t(($) => $.details.similar)}
      </h3>
      <ul className={styles.row}>
        {titles.map((title) => (
          <li key={title.tmdbId} className={styles.cell}>
            <SimilarCard title={title} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the details sheet of the similar title. */
function SimilarCard({ title }: { readonly title: Title }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const search = paths.details(title);
  const { year, isReleased } = title;
  const details = year === undefined ? [] : [yearText(year, i18n.language)];
  return (
    <Card
      title={title.title}
      poster={title.poster}
      details={details}
      badges={isReleased ? [] : [t(($) => $.media.unreleased)]}
      href={search}
      onFollow={() =>
        void navigate(
          { search },
          { state: { sheets: modalDepth(state) + 1 }, preventScrollReset: true },
        )
      }
    />
  );
}
