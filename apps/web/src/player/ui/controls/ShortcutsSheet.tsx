import { X } from 'lucide-react';
import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { IconButton } from '#ui/IconButton.tsx';
import { Modal } from '#ui/Modal.tsx';

import { SHORTCUTS, keysToShow } from '../../input/shortcuts.ts';
import type { Shortcut } from '../../input/shortcuts.ts';
import { usePlayer, usePlayerState } from '../../use-player.ts';
import styles from './ShortcutsSheet.module.css';

/** Lists the shortcuts from the table that handles them. */
export function ShortcutsSheet() {
  const isShown = usePlayerState(({ controls }) => controls.helpShown);
  return isShown ? <Sheet /> : null;
}

function Sheet() {
  const { t } = useTranslation();
  const titleId = useId();
  const player = usePlayer();
  const close = () => player.controls.showHelp(false);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== '?') return;
    event.preventDefault();
    close();
  }

  return (
    <Modal className={styles.sheet} aria-labelledby={titleId} onClose={close} onKeyDown={onKeyDown}>
      <div className={styles.card}>
        <header className={styles.header}>
          <h2 id={titleId}>{t(($) => $.player.shortcuts.title)}</h2>
          <IconButton label={t(($) => $.actions.close)} onClick={close}>
            <X aria-hidden />
          </IconButton>
        </header>
        <dl className={styles.list}>
          {SHORTCUTS.map((shortcut) => (
            <ShortcutRow key={shortcut.name} shortcut={shortcut} />
          ))}
        </dl>
      </div>
    </Modal>
  );
}

function ShortcutRow({ shortcut }: { readonly shortcut: Shortcut }) {
  const { t } = useTranslation();
  const keyName = useKeyName();
  const shown = keysToShow(shortcut);
  // Shows a long row of keys as a range.
  const [first, last] = [shown[0], shown.at(-1)];
  const names =
    shown.length > 3 && first && last
      ? [`${keyName(first)} – ${keyName(last)}`]
      : shown.map(keyName);
  return (
    <div className={styles.row}>
      <dt>{t(($) => $.player.shortcuts.names[shortcut.name])}</dt>
      <dd>
        {names.map((name) => (
          <kbd key={name} className={styles.key} dir="ltr">
            {name}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Names the keys that are not letters. */
function useKeyName(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => {
    if (key === ' ') return t(($) => $.player.shortcuts.space);
    if (key === 'Escape') return t(($) => $.player.shortcuts.escape);
    if (key === 'PageUp') return t(($) => $.player.shortcuts.pageUp);
    if (key === 'PageDown') return t(($) => $.player.shortcuts.pageDown);
    if (key.startsWith('Shift+')) return `⇧ ${key.slice('Shift+'.length)}`;
    return SYMBOLS[key] ?? key.toUpperCase();
  };
}
