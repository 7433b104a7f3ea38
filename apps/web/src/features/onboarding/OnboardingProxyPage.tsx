import { useTranslation } from 'react-i18next';
import { ProxyScreen } from './ProxyScreen.tsx';

export function OnboardingProxyPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.onboarding.proxy.title) })}</title>
      <ProxyScreen />
    </>
  );
}
