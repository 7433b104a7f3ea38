import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import styles from './Details.module.css';
import { useCopied } from './useCopied.ts';

interface DetailsProps {
  readonly text: string;
  /** From the start. */
  readonly isOpen?: boolean;
}

/** What a viewer can copy into a report. */
export function Details({ text, isOpen = false }: DetailsProps) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopied();
  return (
    <details className={styles.details} open={isOpen}>
      <summary className={styles.summary}>{t(($) => $.watch.details.show)}</summary>
      <pre className={styles.text} dir="ltr">
        {text}
      </pre>
      <Button kind="quiet" onClick={() => void copy(text)}>
        <span aria-live="polite">
          {isCopied ? t(($) => $.watch.details.copied) : t(($) => $.watch.details.copy)}
        </span>
      </Button>
    </details>
  );
}
