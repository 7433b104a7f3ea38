// The form of the settings page: its values come from the stores, and saving writes the changed ones back.
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { readBackendAddress } from '#data/account/backend.ts';
import { changeBackend } from '#data/account/sign-out.ts';
import { captionStore, saveCaptions } from '#data/preferences/captions.ts';
import { languageStore, setLanguage } from '#data/preferences/language.ts';
import {
  PLAYBACK_SETTINGS,
  playbackStore,
  setPlayback,
  setSourceOrder,
  setThumbnails,
  thumbnailChoice,
  type Playback,
  type ThumbnailPreference,
  reportingStore,
  setNamedReports,
  setReporting,
} from '#data/preferences/playback.ts';
import { setTheme, themeStore, type Theme } from '#data/preferences/theme.ts';
import { parseProxyEntry, sessionStore, updateSession } from '#data/session.ts';
import type { CaptionStyle } from '#player/captions/style.ts';

/** Preferences that the form shows in its own way. */
const ADAPTED = ['enableThumbnails', 'sourceOrder', 'enableSourceOrder'] as const;
type PlaybackField = Exclude<keyof Playback, (typeof ADAPTED)[number]>;

const isPlaybackField = (name: string): name is PlaybackField =>
  name in PLAYBACK_SETTINGS && !ADAPTED.some((adapted) => adapted === name);

/** Preferences of `playbackStore` under their own names, and settings that are stored elsewhere. */
export interface SettingsValues extends Readonly<Pick<Playback, PlaybackField>> {
  readonly thumbnails: ThumbnailPreference;
  readonly reporting: boolean;
  readonly namedReports: boolean;
  /** null: the browser's language. */
  readonly language: string | null;
  /** null: the default theme. */
  readonly theme: Theme | null;
  /** Empty: the sources' own order. */
  readonly sourceOrder: readonly string[];
  readonly captions: CaptionStyle;
  /** The user's proxies; null: only the site's. */
  readonly proxies: readonly string[] | null;
  /** The account server as typed; null: the site's. */
  readonly server: string | null;
}

type Field = keyof SettingsValues;

/** Edited values; they may equal the stored ones. */
export type SettingsEdits = Partial<SettingsValues>;

export function useStoredSettings(): SettingsValues {
  const playback = useStore(playbackStore);
  const { color, backgroundOpacity, size, backgroundBlur, bold, position } = useStore(
    captionStore,
    (state) => state.styling,
  );
  const session = useStore(sessionStore);
  const { enabled: reporting, named: namedReports } = useStore(reportingStore);
  const language = useStore(languageStore, (state) => state.language);
  const theme = useStore(themeStore, (state) => state.theme);
  return {
    ...playback,
    thumbnails: thumbnailChoice(playback),
    reporting,
    namedReports,
    language,
    theme,
    sourceOrder: playback.enableSourceOrder === false ? [] : playback.sourceOrder,
    captions: { color, backgroundOpacity, size, backgroundBlur, bold, position },
    proxies: session.proxySet,
    server: session.backendUrl,
  };
}

type Save = (values: SettingsValues) => void | Promise<void>;

/** Run in this order, after the playback preferences. The account server is last, because changing it signs out. */
const SAVES: Readonly<Record<Exclude<Field, PlaybackField>, Save>> = {
  thumbnails: ({ thumbnails }) => setThumbnails(thumbnails),
  reporting: ({ reporting }) => setReporting(reporting),
  namedReports: ({ namedReports }) => setNamedReports(namedReports),
  language: ({ language }) => setLanguage(language),
  theme: ({ theme }) => setTheme(theme),
  sourceOrder: ({ sourceOrder }) => setSourceOrder(sourceOrder),
  captions: ({ captions }) => saveCaptions({ styling: captions }),
  proxies: ({ proxies }) => {
    const entries = proxies?.map((entry) => entry.trim()).filter((entry) => entry !== '');
    updateSession({ proxySet: entries ?? null });
  },
  server: ({ server }) =>
    changeBackend(server === null ? null : (readBackendAddress(server) ?? null)),
};

const isField = (name: string): name is Field => isPlaybackField(name) || name in SAVES;
const FIELDS = Object.keys({ ...PLAYBACK_SETTINGS, ...SAVES }).filter(isField);

export async function saveSettings(
  values: SettingsValues,
  fields: readonly Field[],
): Promise<void> {
  for (const field of fields) {
    if (isPlaybackField(field)) setPlayback({ [field]: values[field] });
    else await SAVES[field](values);
  }
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The edited fields that differ from the stored ones, in the order in which they are saved. */
export function changedFields(edits: SettingsEdits, stored: SettingsValues): readonly Field[] {
  return FIELDS.filter(
    (field) => edits[field] !== undefined && !isEqual(edits[field], stored[field]),
  );
}

export type InvalidField = Extract<Field, 'proxies' | 'server'>;

export function invalidFields({ proxies, server }: SettingsEdits): readonly InvalidField[] {
  const hasBadProxy = proxies?.some((entry) => entry.trim() !== '' && !parseProxyEntry(entry));
  const isBadServer = server !== undefined && server !== null && !readBackendAddress(server);
  return [
    ...(hasBadProxy ? (['proxies'] as const) : []),
    ...(isBadServer ? (['server'] as const) : []),
  ];
}

interface SettingsForm {
  /** The stored values with the edits. */
  readonly values: SettingsValues;
  readonly invalid: readonly InvalidField[];
  readonly change: (edits: SettingsEdits) => void;
}

export const SettingsFormContext = createContext<SettingsForm | null>(null);

export function useSettingsForm(): SettingsForm {
  const form = useContext(SettingsFormContext);
  if (!form) throw new Error('useSettingsForm needs a SettingsFormContext above it');
  return form;
}
