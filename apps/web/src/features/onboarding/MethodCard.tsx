import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type To } from 'react-router-dom';
import styles from './MethodCard.module.css';

interface MethodCardProps {
  readonly method: 'extension' | 'proxy';
  readonly icon: ReactNode;
  readonly to: To;
}

/** A way for films to come here, and how good it is. */
export function MethodCard({ method, icon, to }: MethodCardProps) {
  const { t } = useTranslation();
  return (
    <Link to={to} className={styles.card}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span className={styles.words}>
        <span className={styles.head}>
          <span className={styles.name}>{t(($) => $.onboarding.methods[method].name)}</span>
          <span className={styles.mark} data-method={method}>
            {t(($) => $.onboarding.methods[method].mark)}
          </span>
        </span>
        <span className={styles.text}>{t(($) => $.onboarding.methods[method].text)}</span>
      </span>
      <ChevronRight className={styles.arrow} aria-hidden />
    </Link>
  );
}
