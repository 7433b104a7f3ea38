// Reports what plays to this site's server, for its administrators. Failures are ignored.
import {
  MAX_KBPS,
  PLAYBACK_REPORT_SECONDS,
  reportPlayback,
  streamSession,
  type PlaybackReport,
} from '@matinee/shared/contract/playbacks';
import type { Stream } from '@matinee/shared/media/stream';
import { config } from '#config.ts';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { isReportingEnabled, reportingStore } from '#data/preferences/playback.ts';
import { sessionHeaders } from '#data/session.ts';
import { requestText } from '#lib/http.ts';

/** The player's state at a moment. */
export interface PlaybackMoment {
  readonly hasPlayed: boolean;
  readonly isPaused: boolean;
  readonly isOver: boolean;
  /** The name of the error that ended playback. */
  readonly error: string | undefined;
  /** Seconds of the video. */
  readonly time: number;
  readonly height: number | undefined;
  readonly isLowered: boolean;
  /** Bits per second. */
  readonly bitRate: number | undefined;
}

export interface PlaybackReports {
  readonly observe: (moment: PlaybackMoment) => void;
  /** Sends a report until now: after the page is hidden, no code may run again. */
  readonly flush: () => void;
  /** Sends the last report, unless the page returns from the back-forward cache. */
  readonly leave: () => void;
  /** Called when the page is shown again, with its playback. */
  readonly comeBack: () => void;
}

export interface ReportedStream {
  readonly meta: PlaybackMeta;
  readonly stream: Stream;
  readonly sourceId: string;
}

const LIMITS = { timeoutMs: 10_000, maxBytes: 16 * 1024 };
/** Larger steps are seeks. */
const MAX_STEP_SECONDS = 5;
const MAX_TITLE_LENGTH = 200;

/** Reports at the first frame, then every few seconds and at the end. Reports nothing if no frame plays. */
export function startPlaybackReports(
  reported: ReportedStream,
  send: (report: PlaybackReport) => void = post,
): PlaybackReports {
  const common = {
    id: crypto.randomUUID?.() ?? randomId(),
    stream: ownSession(reported.stream),
    title: titleOf(reported.meta),
    source: reported.sourceId.replaceAll(/[^\w.:-]/g, '-').slice(0, 60),
  };
  let last: PlaybackMoment | undefined;
  let seconds = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isAway = false;

  const report = (state: PlaybackReport['state']): void => {
    if (!last || !isReportingEnabled()) return;
    const { height, isLowered, bitRate, error } = last;
    send({
      ...common,
      state,
      seconds: Math.min(seconds, 120),
      ...(height !== undefined && { height }),
      ...(bitRate !== undefined && { kbps: Math.min(Math.round(bitRate / 1_000), MAX_KBPS) }),
      ...(isLowered && { isLowered }),
      ...(state === 'failed' && error !== undefined && { error: error.slice(0, 60) }),
      ...(reportingStore.getState().named && { isNamed: true }),
    });
    seconds = 0;
  };
  const reportRunning = (): void => report(last?.isPaused === true ? 'paused' : 'playing');
  const reportRegularly = (): void => {
    timer = setInterval(reportRunning, PLAYBACK_REPORT_SECONDS * 1_000);
  };
  const leave = (): void => {
    if (timer === undefined || isAway) return;
    clearInterval(timer);
    isAway = true;
    if (last?.error !== undefined) report('failed');
    else report(last?.isOver === true ? 'finished' : 'left');
  };

  return {
    observe: (moment) => {
      const step = last === undefined ? 0 : moment.time - last.time;
      if (step > 0 && step < MAX_STEP_SECONDS) seconds += step;
      const isFirst = timer === undefined && (moment.hasPlayed || moment.error !== undefined);
      const hasTurned = last !== undefined && moment.isPaused !== last.isPaused;
      last = moment;
      if (isFirst) {
        reportRegularly();
        if (moment.error === undefined) reportRunning();
      } else if (timer !== undefined && !isAway && hasTurned && !moment.isOver) reportRunning();
    },
    flush: () => {
      if (timer !== undefined && !isAway && seconds > 0) reportRunning();
    },
    leave,
    comeBack: () => {
      if (!isAway) return;
      isAway = false;
      reportRegularly();
      if (last?.isOver !== true && last?.error === undefined) reportRunning();
    },
  };
}

/** Set if the video comes through this site's server, which knows the rest. */
function ownSession(stream: Stream): string | undefined {
  const url =
    stream.type === 'hls'
      ? stream.playlist
      : Object.values(stream.qualities).find((file) => file !== undefined)?.url;
  if (url === undefined) return undefined;
  const server = new URL(config.BACKEND_URL || '/', location.href).origin;
  return URL.parse(url, location.href)?.origin === server ? streamSession(url) : undefined;
}

function titleOf(meta: PlaybackMeta): string {
  const episode = meta.type === 'show' ? ` S${meta.season.number} E${meta.episode.number}` : '';
  return `${meta.title.slice(0, MAX_TITLE_LENGTH - episode.length).toWellFormed()}${episode}`;
}

/** `randomUUID` exists only in secure contexts. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function post(body: PlaybackReport): void {
  if (!navigator.onLine) return;
  const { method, path } = reportPlayback;
  const url = `${config.BACKEND_URL}${path}`;
  const headers = sessionHeaders(config.BACKEND_URL);
  // The last report is sent while the page closes.
  requestText(url, { method, body, headers, keepalive: true, ...LIMITS }).catch(() => undefined);
}
