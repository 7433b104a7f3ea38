import type { ListedPlayback } from '@matinee/shared/contract/playbacks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { livePlaybacks } from '#data/admin/admin.ts';
import { sourceList } from '#data/streams/metadata.ts';
import { dateFormat } from '#i18n/dates.ts';
import { numberFormat } from '#i18n/formats.ts';
import { sourceName } from '#i18n/source-name.ts';
import { LoadedPanel } from '../LoadedPanel.tsx';
import styles from './AdminPanels.module.css';

/** Shows who plays what now, and in the last hour. */
export function LivePanel() {
  const { t } = useTranslation();
  return (
    <LoadedPanel
      title={t(($) => $.admin.live.title)}
      about={t(($) => $.admin.live.about)}
      query={useQuery(livePlaybacks())}
    >
      {({ playbacks, playing, total }) => (
        <>
          <p role="status">{t(($) => $.admin.live.playing, { count: playing })}</p>
          {playbacks.length > 0 && (
            <ul className={styles.list} aria-label={t(($) => $.admin.live.title)}>
              {playbacks.map((playback) => (
                <PlaybackRow key={playback.id} playback={playback} />
              ))}
            </ul>
          )}
          {total > playbacks.length && (
            <p>{t(($) => $.admin.live.more, { count: total - playbacks.length })}</p>
          )}
        </>
      )}
    </LoadedPanel>
  );
}

function PlaybackRow({ playback }: { readonly playback: ListedPlayback }) {
  const { t, i18n } = useTranslation();
  const { data: sources } = useQuery(sourceList());
  const { viewer, isNamed, title, source, state, error, startedAt } = playback;
  const time = dateFormat(i18n.language, 'time');
  return (
    <li className={styles.item} data-state={state}>
      <span className={styles.dot} data-level={LEVELS[state]} aria-hidden />
      <p className={styles.message}>
        <bdi>{title ?? t(($) => $.admin.live.untitled)}</bdi>
      </p>
      <p className={styles.count}>{t(($) => $.admin.live.states[state])}</p>
      <p className={styles.facts}>
        <bdi>{isNamed ? viewer : t(($) => $.admin.live.viewer, { id: viewer })}</bdi>
        <bdi>
          {source === null
            ? t(($) => $.admin.live.unknownSource)
            : sourceName(t, { id: source, name: sources?.names.get(source) ?? source })}
        </bdi>
        <DeliveryFacts playback={playback} />
        <time dateTime={startedAt}>
          {t(($) => $.admin.live.since, { time: time.format(Date.parse(startedAt)) })}
        </time>
        {error !== null && <code dir="ltr">{error}</code>}
      </p>
    </li>
  );
}

const LEVELS = {
  playing: 'good',
  paused: 'good',
  finished: 'off',
  left: 'off',
  lost: 'off',
  failed: 'error',
} as const;

/** Shows how the video gets to the viewer, and at which rate. */
function DeliveryFacts({
  playback: { delivery, reason, height, kbps },
}: {
  readonly playback: ListedPlayback;
}) {
  const { t, i18n } = useTranslation();
  const number = numberFormat(i18n.language, { maximumFractionDigits: 1 });
  const how = delivery === null ? undefined : t(($) => $.admin.live.deliveries[delivery]);
  const why = reason === null ? undefined : t(($) => $.admin.live.reasons[reason]);
  return (
    <>
      {how !== undefined && (
        <span>{why === undefined ? how : t(($) => $.admin.live.because, { how, why })}</span>
      )}
      {height !== null && <span dir="ltr">{`${height}p`}</span>}
      {kbps !== null && (
        <span>{t(($) => $.admin.live.rate, { rate: number.format(kbps / 1_000) })}</span>
      )}
    </>
  );
}
