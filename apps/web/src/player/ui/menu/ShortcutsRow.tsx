import { Keyboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { MenuAction } from '#ui/MenuAction.tsx';

import { usePlayer } from '../../use-player.ts';

/** What `?` opens, for whoever does not know that key yet. It lies over the menu, which has the focus again afterwards. */
export function ShortcutsRow() {
  const { t } = useTranslation();
  const { controls } = usePlayer();
  return (
    <MenuAction
      icon={Keyboard}
      label={t(($) => $.player.shortcuts.title)}
      onPress={() => controls.showHelp(true)}
    />
  );
}
