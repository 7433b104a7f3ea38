import { useTranslation } from 'react-i18next';
import { ListsScreen } from '#features/lists/ListsScreen.tsx';

export function Lists() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.lists.title) })}</title>
      <ListsScreen />
    </>
  );
}
