import { useTranslation } from 'react-i18next';
import { ExtensionScreen } from '#features/onboarding/ExtensionScreen.tsx';

export function OnboardingExtension() {
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
