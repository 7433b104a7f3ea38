import { Star } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CastMember, TitleDetails } from '#data/catalog/title-details.ts';
import { listText, numberText, yearText } from '#i18n/formats.ts';
import { runtimeText } from '#i18n/units.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './DetailsSheet.module.css';

export function TitleMetaLine({ title }: { readonly title: TitleDetails }) {
  const { t, i18n } = useTranslation();
  const { type, year, runtime, rating, directors, isReleased } = title;
  const facts = [
    t(($) => $.media.types[type]),
    ...(year === undefined ? [] : [yearText(year, i18n.language)]),
    ...(runtime === undefined ? [] : [runtimeText(runtime, i18n.language)]),
    ...(isReleased ? [] : [t(($) => $.media.unreleased)]),
  ];
  const names = listText(directors, i18n.language);
  return (
    <>
      <p className={styles.line}>
        <span>{facts.join(' · ')}</span>
        {rating !== undefined && <Rating rating={rating} />}
      </p>
      {names !== '' && (
        <p className={styles.directors}>{t(($) => $.details.directedBy, { names })}</p>
      )}
    </>
  );
}

/** A star and the number; screen readers read a sentence instead. */
function Rating({ rating }: { readonly rating: number }) {
  const { t, i18n } = useTranslation();
  const text = numberText(rating, i18n.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return (
    <span className={styles.rating}>
      <Star className={styles.star} aria-hidden />
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{t(($) => $.details.rating, { rating: text })}</VisuallyHidden>
    </span>
  );
}

export function Cast({ cast }: { readonly cast: readonly CastMember[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t(($) => $.details.cast)}
      </h3>
      <ul className={styles.cast}>
        {cast.map((member) => (
          <Member key={`${member.name} ${member.character}`} member={member} />
        ))}
      </ul>
    </section>
  );
}

function Member({ member: { name, character, portrait } }: { readonly member: CastMember }) {
  return (
    <li className={styles.member}>
      <span className={styles.portrait} aria-hidden>
        {portrait === undefined ? (
          name.slice(0, 1)
        ) : (
          <img src={portrait} alt="" width={185} height={278} loading="lazy" decoding="async" />
        )}
      </span>
      <span className={styles.names}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        {character !== undefined && (
          <span className={styles.character}>
            <bdi>{character}</bdi>
          </span>
        )}
      </span>
    </li>
  );
}
