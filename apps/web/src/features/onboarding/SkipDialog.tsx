import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface SkipDialogProps {
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

export function SkipDialog({ onCancel, onConfirm }: SkipDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t(($) => $.onboarding.skip.title)}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t(($) => $.onboarding.skip.cancel)}</Button>
          <Button kind="primary" onClick={onConfirm}>
            {t(($) => $.onboarding.skip.confirm)}
          </Button>
        </>
      }
    >
      <p>{t(($) => $.onboarding.skip.text)}</p>
    </Dialog>
  );
}
