import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CastMember } from '#data/catalog/title-details.ts';
import styles from './Cast.module.css';

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
