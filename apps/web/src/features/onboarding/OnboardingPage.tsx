import { useTranslation } from 'react-i18next';
import { ChoiceScreen } from './ChoiceScreen.tsx';

export function OnboardingPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.onboarding.choice.title) })}</title>
      <ChoiceScreen />
    </>
  );
}
