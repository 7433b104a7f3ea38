import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sourceList } from '#data/sources/metadata.ts';
import { useOverlay } from '#player/menu/overlay.ts';
import { settingsPath } from '#player/menu/settings-path.ts';
import { Toast } from '#ui/Toast.tsx';
import { EMBEDS_PAGE } from './source-pages.ts';
import { useSources } from './sources-context.ts';
import type { WatchControls } from './useWatch.ts';
import type { Failover } from './watch.ts';

const SHOWN_MS = 15_000;

interface FailoverNoticeProps {
  readonly failover: Failover;
  /** The source that plays now. */
  readonly to: string;
  readonly onRead: WatchControls['dismissFailover'];
}

/** Another source has taken over: why, which, and the way back. */
export function FailoverNotice({ failover: { from, error }, to, onRead }: FailoverNoticeProps) {
  const { t } = useTranslation();
  const overlay = useOverlay();
  const { sources } = useSources();
  const names = useQuery(sourceList()).data?.names;
  const nameOf = (id: string) => names?.get(id) ?? id;
  const dismiss = useEffectEvent(onRead);

  useEffect(() => {
    const timer = setTimeout(() => dismiss(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [from, to]);

  const goBack = () => {
    onRead();
    // Its page says how the search goes, and closes when there is something to play.
    overlay?.open(settingsPath(EMBEDS_PAGE));
    void sources.chooseSource(from);
  };
  const values = { from: nameOf(from), to: nameOf(to), codec: error.codec ?? '' };
  return (
    <Toast
      text={t(($) => $.watch.failover[reasonOf(error.key, error.codec)], values)}
      action={{ label: t(($) => $.watch.failover.back, { name: values.from }), onClick: goBack }}
      close={{ label: t(($) => $.watch.failover.close), onClick: onRead }}
    />
  );
}

function reasonOf(
  key: Failover['error']['key'],
  codec: string | undefined,
): 'undecodable' | 'stopped' | 'failed' {
  if (codec !== undefined) return 'undecodable';
  return key === 'errorNetwork' || key === 'errorServer' ? 'stopped' : 'failed';
}
