import { useTranslation } from 'react-i18next';
import { AccountSettings } from '#features/account/settings/AccountSettings.tsx';
import { SettingsScreen } from '#features/settings/SettingsScreen.tsx';

export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.settings.title) })}</title>
      <SettingsScreen account={<AccountSettings />} />
    </>
  );
}
