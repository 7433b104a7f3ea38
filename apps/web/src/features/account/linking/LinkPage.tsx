import { useTranslation } from 'react-i18next';
import { LinkForm } from './LinkForm.tsx';

export function LinkPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.linking.enter.title) })}</title>
      <LinkForm />
    </>
  );
}
