import { useTranslation } from 'react-i18next';
import { HistoryScreen } from './HistoryScreen.tsx';
import { offerUndo } from '#ui/undo-store.ts';

export function HistoryPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.history.title) })}</title>
      <HistoryScreen onRemoved={offerUndo} />
    </>
  );
}
