import { RotateCcw, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { SKIP_SECONDS } from '../../input/shortcuts.ts';
import { usePlayer } from '../../use-player.ts';
import { ControlButton } from './ControlButton.tsx';

interface SkipButtonProps {
  readonly to: 'back' | 'forward';
  readonly size?: 'row' | 'centre';
}

export function SkipButton({ to, size }: SkipButtonProps) {
  const { t } = useTranslation();
  const player = usePlayer();
  const seconds = SKIP_SECONDS;
  const way =
    to === 'back'
      ? ({ icon: RotateCcw, shortcut: 'back10', by: -seconds } as const)
      : ({ icon: RotateCw, shortcut: 'forward10', by: seconds } as const);
  return (
    <ControlButton
      icon={way.icon}
      label={t(($) => (to === 'back' ? $.player.skipBack : $.player.skipForward), { seconds })}
      shortcut={way.shortcut}
      size={size}
      onPress={() => player.seekBy(way.by)}
    >
      {seconds}
    </ControlButton>
  );
}
