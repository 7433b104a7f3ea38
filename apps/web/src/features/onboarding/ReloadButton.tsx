import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';

/** Browsers bring an extension that has just been installed only into pages that are opened after it. */
export function ReloadButton() {
  const { t } = useTranslation();
  return (
    <Button onClick={() => location.reload()}>{t(($) => $.onboarding.extension.reload)}</Button>
  );
}
