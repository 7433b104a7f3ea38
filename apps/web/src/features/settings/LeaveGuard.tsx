import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** Who goes with changes that are not saved is asked once. */
export function LeaveGuard({ isChanged }: { readonly isChanged: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title={t(($) => $.settings.leave.title)}
      onClose={blocker.reset}
      actions={
        <>
          <Button kind="danger" onClick={blocker.proceed}>
            {t(($) => $.settings.leave.leave)}
          </Button>
          <Button kind="primary" onClick={blocker.reset}>
            {t(($) => $.settings.leave.stay)}
          </Button>
        </>
      }
    >
      <p>{t(($) => $.settings.leave.text)}</p>
    </Dialog>
  );
}
