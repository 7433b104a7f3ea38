import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TitleDetails } from '#data/catalog/title-details.ts';
import { regional } from '#lib/format-locale.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { runtimeText } from './runtime-text.ts';
import styles from './TitleMeta.module.css';

/** Kind, year, length, what others think of it, and who directed it. */
export function TitleMeta({ title }: { readonly title: TitleDetails }) {
  const { t, i18n } = useTranslation();
  const { type, year, runtime, rating, directors, isReleased } = title;
  const facts = [
    t(($) => $.media.types[type]),
    ...(year === undefined ? [] : [String(year)]),
    ...(runtime === undefined ? [] : [runtimeText(runtime, regional(i18n.language))]),
    ...(isReleased ? [] : [t(($) => $.media.unreleased)]),
  ];
  const names = new Intl.ListFormat(regional(i18n.language)).format(directors);
  return (
    <>
      <p className={styles.line}>
        <span>{facts.join(' · ')}</span>
        {rating !== undefined && (
          <span className={styles.rating}>
            <Star className={styles.star} aria-hidden />
            <VisuallyHidden>{t(($) => $.details.rating)}</VisuallyHidden>
            {new Intl.NumberFormat(regional(i18n.language), {
              minimumFractionDigits: 1,
              maximumFractionDigits: 1,
            }).format(rating)}
          </span>
        )}
      </p>
      {names !== '' && (
        <p className={styles.directors}>{t(($) => $.details.directedBy, { names })}</p>
      )}
    </>
  );
}
