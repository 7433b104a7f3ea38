import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const between = (low: number, high: number, initial: number) =>
  z
    .number()
    .catch(initial)
    .default(initial)
    .transform((value) => Math.min(high, Math.max(low, value)));
const flag = z.boolean().catch(false).default(false);
const language = z.string().nullable().catch(null).default(null);

const CaptionStyling = z.looseObject({
  color: z
    .string()
    .catch('#ffffff')
    .default('#ffffff')
    .transform((color) => color.toLowerCase()),
  backgroundOpacity: between(0, 1, 0.5),
  size: between(0.01, 10, 1),
  backgroundBlur: between(0, 1, 0),
  bold: flag,
  /** Offset above the default position; missing in movie-web clients. */
  position: between(0, 1, 0),
});

export const CaptionPreferences = z.looseObject({
  enabled: flag,
  lastSync: z.looseObject({ lastSelectedLanguage: language }).prefault({}),
  lastSelectedLanguage: language,
  isOpenSubtitles: flag,
  /** Language of the second track at the top; null for none, as in movie-web clients. */
  secondLanguage: language,
  overrideCasing: flag,
  /** Seconds. */
  delay: between(-500, 500, 0),
  /** The captions that delay and casing belong to; missing in movie-web clients. */
  tunedFor: language,
  styling: CaptionStyling.prefault({}),
});
export type CaptionPreferences = z.infer<typeof CaptionPreferences>;

const persisted = createPersisted({ key: '__MW::subtitles', schema: CaptionPreferences });

export const captionStore = persisted.store;

export type CaptionChange = Partial<
  Pick<
    CaptionPreferences,
    | 'enabled'
    | 'lastSelectedLanguage'
    | 'isOpenSubtitles'
    | 'secondLanguage'
    | 'overrideCasing'
    | 'delay'
    | 'tunedFor'
  >
> & {
  readonly styling?: {
    readonly color: string;
    readonly backgroundOpacity: number;
    readonly size: number;
    readonly backgroundBlur: number;
    readonly bold: boolean;
    readonly position: number;
  };
};

export function saveCaptions({ styling, ...change }: CaptionChange): void {
  persisted.update((state) => ({
    ...state,
    ...change,
    styling: { ...state.styling, ...styling },
  }));
}

/** Null switches captions off and keeps the language. */
export function setCaptionLanguage(chosen: string | null): void {
  const { lastSelectedLanguage } = captionStore.getState();
  saveCaptions({
    enabled: chosen !== null,
    lastSelectedLanguage: chosen ?? lastSelectedLanguage,
  });
}
