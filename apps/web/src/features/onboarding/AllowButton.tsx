import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPermissionPage } from '#data/streams/extension/status.ts';
import { Button } from '#ui/Button.tsx';

/** To the extension's own page, which leads back to this one. */
export function AllowButton() {
  const { t } = useTranslation();
  const [hasFailed, setHasFailed] = useState(false);

  async function open(): Promise<void> {
    setHasFailed(!(await openPermissionPage(location.href)));
  }

  return (
    <>
      <Button kind="primary" onClick={() => void open()}>
        {t(($) => $.onboarding.extension.allow)}
      </Button>
      {hasFailed && <p>{t(($) => $.onboarding.extension.allowFailed)}</p>}
    </>
  );
}
