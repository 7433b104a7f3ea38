import { useTranslation } from '#i18n/use-translation.ts';
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
