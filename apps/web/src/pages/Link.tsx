import { useTranslation } from 'react-i18next';
import { LinkForm } from '#features/account/linking/LinkForm.tsx';

export function Link() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.linking.enter.title) })}</title>
      <LinkForm />
    </>
  );
}
