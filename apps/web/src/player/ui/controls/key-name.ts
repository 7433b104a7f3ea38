import { useTranslation } from 'react-i18next';

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** What stands on the key, where that is not a letter. */
export function useKeyName(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => {
    if (key === ' ') return t(($) => $.player.shortcuts.space);
    if (key === 'Escape') return t(($) => $.player.shortcuts.escape);
    if (key.startsWith('Shift+')) return `⇧ ${key.slice('Shift+'.length)}`;
    return SYMBOLS[key] ?? key.toUpperCase();
  };
}
