// What the settings page changes: read from the stores where it lives, written back when it is saved.
import { useStore } from 'zustand';
import { changeBackend } from '#data/account/sign-out.ts';
import { readBackendAddress } from '#data/account/backend.ts';
import { captionStore, saveCaptions } from '#data/preferences/captions.ts';
import { languageStore, setLanguage } from '#data/preferences/language.ts';
import {
  playbackStore,
  setPlayback,
  setSourceOrder,
  setThumbnails,
  thumbnailChoice,
  type ThumbnailPreference,
} from '#data/preferences/playback.ts';
import { setTheme, themeStore, type Theme } from '#data/preferences/theme.ts';
import { reportingStore, setReporting } from '#data/preferences/reporting.ts';
import { parseProxyEntry, sessionStore, updateSession } from '#data/session.ts';
import type { CaptionStyle } from '#player/captions/style.ts';

export interface Choices {
  readonly thumbnails: ThumbnailPreference;
  readonly autoplay: boolean;
  readonly stillWatching: boolean;
  readonly reporting: boolean;
  /** null: as the browser asks for it. */
  readonly language: string | null;
  /** null: the default. */
  readonly theme: Theme | null;
  /** Empty: as the sources rank themselves. */
  readonly sourceOrder: readonly string[];
  readonly disabledSources: readonly string[];
  readonly captions: CaptionStyle;
  /** Beside the site's own; null: none. */
  readonly proxies: readonly string[] | null;
  /** As it is typed; null: the site's own. */
  readonly server: string | null;
}

export type Draft = Partial<Choices>;

export function useStoredChoices(): Choices {
  const playback = useStore(playbackStore);
  const { color, backgroundOpacity, size, backgroundBlur, bold, position } = useStore(
    captionStore,
    (state) => state.styling,
  );
  const session = useStore(sessionStore);
  const reporting = useStore(reportingStore, (state) => state.enabled);
  const language = useStore(languageStore, (state) => state.language);
  const theme = useStore(themeStore, (state) => state.theme);
  return {
    thumbnails: thumbnailChoice(playback),
    autoplay: playback.enableAutoplay,
    stillWatching: playback.enableStillWatching,
    reporting,
    language,
    theme,
    sourceOrder: playback.enableSourceOrder === false ? [] : playback.sourceOrder,
    disabledSources: playback.disabledSources,
    captions: { color, backgroundOpacity, size, backgroundBlur, bold, position },
    proxies: session.proxySet,
    server: session.backendUrl,
  };
}

const KEYS = [
  'thumbnails',
  'autoplay',
  'stillWatching',
  'reporting',
  'language',
  'theme',
  'sourceOrder',
  'disabledSources',
  'captions',
  'proxies',
  'server',
] as const;

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The choices of `draft` that differ from what is stored. */
export function changedIn(draft: Draft, stored: Choices): readonly (keyof Choices)[] {
  return KEYS.filter((key) => draft[key] !== undefined && !isSame(draft[key], stored[key]));
}

export type Fault = 'proxies' | 'server';

/** What cannot be saved as it is. */
export function faultsIn({ proxies, server }: Draft): readonly Fault[] {
  const isAnyBad = proxies?.some((entry) => entry.trim() !== '' && !parseProxyEntry(entry));
  const isServerBad = server !== undefined && server !== null && !readBackendAddress(server);
  return [
    ...(isAnyBad ? (['proxies'] as const) : []),
    ...(isServerBad ? (['server'] as const) : []),
  ];
}

/** The account server last: changing it signs out. */
export async function saveDraft(draft: Draft): Promise<void> {
  const { thumbnails, autoplay, stillWatching, reporting, sourceOrder, disabledSources } = draft;
  const { language, theme, captions, proxies, server } = draft;
  if (thumbnails !== undefined) setThumbnails(thumbnails);
  if (autoplay !== undefined) setPlayback({ enableAutoplay: autoplay });
  if (stillWatching !== undefined) setPlayback({ enableStillWatching: stillWatching });
  if (reporting !== undefined) setReporting(reporting);
  if (language !== undefined) setLanguage(language);
  if (theme !== undefined) setTheme(theme);
  if (sourceOrder !== undefined) setSourceOrder(sourceOrder);
  if (disabledSources !== undefined) setPlayback({ disabledSources: [...disabledSources] });
  if (captions !== undefined) saveCaptions({ styling: captions });
  if (proxies !== undefined) {
    const kept = proxies?.map((entry) => entry.trim()).filter((entry) => entry !== '');
    updateSession({ proxySet: kept ?? null });
  }
  if (server !== undefined)
    await changeBackend(server === null ? null : (readBackendAddress(server) ?? null));
}
