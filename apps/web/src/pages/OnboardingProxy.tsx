import { useTranslation } from 'react-i18next';
import { ProxyScreen } from '#features/onboarding/ProxyScreen.tsx';

export function OnboardingProxy() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.onboarding.proxy.title) })}</title>
      <ProxyScreen />
    </>
  );
}
