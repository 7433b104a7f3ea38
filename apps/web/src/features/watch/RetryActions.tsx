import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import type { WatchControls } from './useWatch.ts';
import { sourcesLeft } from './watch.ts';

interface RetryActionsProps {
  readonly journey: Pick<WatchControls, 'state' | 'skipSource'>;
}

/** While a stream that broke off is tried again: nobody has to wait for it where there is another. */
export function RetryActions({ journey: { state, skipSource } }: RetryActionsProps) {
  const { t } = useTranslation();
  if (state.at === 'failingOver') return <p>{t(($) => $.watch.failover.looking)}</p>;
  if (state.at !== 'playing' || sourcesLeft(state).length === 0) return null;
  return <Button onClick={skipSource}>{t(($) => $.watch.playbackError.next)}</Button>;
}
