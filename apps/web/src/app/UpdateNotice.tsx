import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Toast, ToastRegion } from '#ui/Toast.tsx';
import { takeUpdate, updateStore } from './app-update.ts';

/** Never over a film: whoever watches one is not asked to reload. */
export function UpdateNotice() {
  const { t } = useTranslation();
  const [isLater, setIsLater] = useState(false);
  const isReady = useStore(updateStore, (update) => update.isReady);
  return (
    <ToastRegion>
      {isReady && !isLater && (
        <Toast
          text={t(($) => $.notices.update.ready)}
          action={{ label: t(($) => $.notices.update.reload), onClick: takeUpdate }}
          close={{ label: t(($) => $.notices.update.later), onClick: () => setIsLater(true) }}
        />
      )}
    </ToastRegion>
  );
}
