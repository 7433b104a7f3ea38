import { useTranslation } from 'react-i18next';
import { RegisterFlow } from '#features/account/register/RegisterFlow.tsx';

export function Register() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.auth.registerTitle) })}</title>
      <RegisterFlow />
    </>
  );
}
