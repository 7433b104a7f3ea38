import { useTranslation } from '#i18n/use-translation.ts';
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
