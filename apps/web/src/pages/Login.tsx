import { useTranslation } from 'react-i18next';
import { LoginForm } from '#features/account/LoginForm.tsx';

export function Login() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.auth.login.title) })}</title>
      <LoginForm />
    </>
  );
}
