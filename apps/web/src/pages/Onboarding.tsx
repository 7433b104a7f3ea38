import { useTranslation } from 'react-i18next';
import { ChoiceScreen } from '#features/onboarding/ChoiceScreen.tsx';

export function Onboarding() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.onboarding.choice.title) })}</title>
      <ChoiceScreen />
    </>
  );
}
