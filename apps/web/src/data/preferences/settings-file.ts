// The settings of this browser for a library file. Leaves out keys of other services. Also leaves out add-ons, because
// their URLs may contain such keys.
import { z } from 'zod';
import { LenientSettings } from '#data/response-schemas.ts';
import { CaptionPreferences, captionStore, saveCaptions } from './captions.ts';
import { QualityChoice, qualityStore, saveQuality } from './player.ts';
import { reportingStore, setReporting } from './playback.ts';
import { applySettings, localSettings, readSettings } from './synced-settings.ts';

/** An account's export contains only the values. */
export const SettingsFile = z.lazy(() =>
  z.object({
    values: LenientSettings.transform(readSettings),
    captions: CaptionPreferences.optional().catch(undefined),
    quality: QualityChoice.optional().catch(undefined),
    reporting: z.boolean().optional().catch(undefined),
  }),
);
export type SettingsFile = z.infer<typeof SettingsFile>;

export function settingsForFile(): SettingsFile {
  return {
    values: localSettings(),
    captions: captionStore.getState(),
    quality: qualityStore.getState().quality,
    reporting: reportingStore.getState().enabled,
  };
}

/** Replaces the settings of this browser. */
export function applySettingsFile({ values, captions, quality, reporting }: SettingsFile): void {
  applySettings(values);
  if (captions) {
    const { enabled, lastSelectedLanguage, overrideCasing, styling } = captions;
    saveCaptions({ enabled, lastSelectedLanguage, overrideCasing, styling });
  }
  if (quality) saveQuality(quality);
  if (reporting !== undefined) setReporting(reporting);
}
