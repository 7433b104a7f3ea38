import { useTranslation } from 'react-i18next';
import { LoginForm } from './LoginForm.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.auth.login.title) })}</title>
      <LoginForm />
    </>
  );
}
