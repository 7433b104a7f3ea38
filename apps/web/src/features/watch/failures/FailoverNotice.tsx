import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#player/ui/menu/panel-context.ts';
import { settingsPath } from '#player/ui/menu/settings-pages.ts';
import { autoDismiss, Toast } from '#ui/Toast.tsx';
import { EMBEDS_PAGE, useSources } from '../sources/source-picker-context.ts';
import type { WatchControls } from '../useWatch.ts';
import type { Failover } from '../watch-machine.ts';
import { useSourceList } from '../sources/source-list.ts';

const SHOWN_MS = 15_000;

interface FailoverNoticeProps {
  readonly failover: Failover;
  /** The current source. */
  readonly to: string;
  readonly onRead: WatchControls['dismissFailover'];
}

/** Explains an automatic switch and offers the previous source. */
export function FailoverNotice({ failover, to, onRead }: FailoverNoticeProps) {
  const { from, error } = failover;
  const { t } = useTranslation();
  const overlay = useOverlay();
  const { sources } = useSources();
  const names = useSourceList()?.names;
  const nameOf = (id: string) => names?.get(id) ?? id;
  const notice = useRef<HTMLDivElement>(null);
  const dismiss = useEffectEvent(onRead);

  useEffect(() => {
    if (!notice.current) return undefined;
    return autoDismiss(notice.current, () => dismiss(), SHOWN_MS);
  }, [failover]);

  const goBack = () => {
    onRead();
    // The embed page shows the search and closes once a stream plays.
    overlay?.open(settingsPath(EMBEDS_PAGE));
    void sources.chooseSource(from);
  };
  const values = { from: nameOf(from), to: nameOf(to), codec: error.codec ?? '' };
  const reason = reasonOf(error.key, error.codec);
  const back = { label: t(($) => $.watch.failover.back, { name: values.from }), onClick: goBack };
  const isSame = from === to;
  return (
    <Toast
      ref={notice}
      text={t(($) => (isSame ? $.watch.failover.same[reason] : $.watch.failover[reason]), values)}
      action={isSame ? undefined : back}
      close={{ label: t(($) => $.actions.close), onClick: onRead }}
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
