import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPermissionPage } from '#data/streams/extension/status.ts';
import { Button } from '#ui/Button.tsx';
import styles from './PermissionButton.module.css';

/** To the extension's own page, which leads back to this one. */
export function PermissionButton() {
  const { t } = useTranslation();
  const [hasFailed, setFailed] = useState(false);
  const ask = async () => setFailed(!(await openPermissionPage(location.href)));
  return (
    <>
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {t(($) => $.watch.permission.failed)}
        </p>
      )}
      <Button kind="primary" onClick={() => void ask()}>
        {t(($) => $.watch.permission.ask)}
      </Button>
    </>
  );
}
