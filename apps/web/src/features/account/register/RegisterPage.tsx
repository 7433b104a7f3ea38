import { useTranslation } from 'react-i18next';
import { RegisterFlow } from './RegisterFlow.tsx';

export function RegisterPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.auth.registerTitle) })}</title>
      <RegisterFlow />
    </>
  );
}
