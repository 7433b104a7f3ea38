import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { copyText } from '#lib/copy-text.ts';
import styles from './Details.module.css';

const COPIED_FOR_MS = 2_000;

/** What a viewer can copy into a report. */
export function Details({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), COPIED_FOR_MS);
  };
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{t(($) => $.watch.details.show)}</summary>
      <pre className={styles.text} dir="ltr">
        {text}
      </pre>
      <Button kind="quiet" onClick={() => void copy()}>
        <span aria-live="polite">
          {isCopied ? t(($) => $.watch.details.copied) : t(($) => $.watch.details.copy)}
        </span>
      </Button>
    </details>
  );
}
