import { useTranslation } from 'react-i18next';
import { HistoryScreen } from '#features/history/HistoryScreen.tsx';
import { offerUndo } from '#features/home/cards/undo-store.ts';

export function History() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.history.title) })}</title>
      <HistoryScreen onRemoved={offerUndo} />
    </>
  );
}
