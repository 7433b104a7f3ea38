import { HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { checkHolding, holdingKey, holdingsStore } from '#data/catalog/library-holdings.ts';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import type { CardSubject } from '#ui/card-actions.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import styles from './CardActionsProvider.module.css';

/** Marks cards of titles that the site's own library holds. */
export function LibraryMark({ subject }: { readonly subject: CardSubject }) {
  const { t } = useTranslation();
  const key = holdingKey(subject);
  const mark = useRefEffect(attachMark, key);
  const isHeld = useStore(holdingsStore, ({ held }) => held.has(key));
  return (
    <span ref={mark}>
      {isHeld && (
        <span className={styles.mark} title={t(($) => $.cards.inLibrary)}>
          <HardDrive aria-hidden />
          <VisuallyHidden>{t(($) => $.cards.inLibrary)}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

function attachMark(_mark: HTMLElement, key: string): () => void {
  checkHolding(key);
  return () => undefined;
}
