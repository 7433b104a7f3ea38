import { useTranslation } from 'react-i18next';
import { ListsScreen } from './ListsScreen.tsx';

export function ListsPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.lists.title) })}</title>
      <ListsScreen />
    </>
  );
}
