import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './FeaturedTitlesNotice.module.css';

interface FeaturedTitlesNoticeProps {
  readonly state: 'failed' | 'empty';
  readonly onRetry: () => void;
}

export function FeaturedTitlesNotice({ state, onRetry }: FeaturedTitlesNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <p role="status">{t(($) => $.home.watchNow[state])}</p>
      <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>
    </div>
  );
}
