import { useTranslation } from 'react-i18next';
import { ExtensionScreen } from './ExtensionScreen.tsx';

export function OnboardingExtensionPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>
        {t(($) => $.global.pageTitle, { title: t(($) => $.onboarding.extension.title) })}
      </title>
      <ExtensionScreen />
    </>
  );
}
