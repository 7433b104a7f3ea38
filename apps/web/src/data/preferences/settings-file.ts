// The settings of this browser as a part of a file. Keys to other people's services are not among them, nor are add-ons,
// whose addresses may hold such keys.
import { z } from 'zod';
import { LenientSettings } from '#data/response-schemas.ts';
import { CaptionPreferences, captionStore, saveCaptions } from './captions.ts';
import { QualityChoice, qualityStore, saveQuality } from './quality.ts';
import { reportingStore, setReporting } from './reporting.ts';
import { applySettings, localSettings, readSettings } from './synced-settings.ts';

/** An account's export has the values only. */
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

/** In place of what is set here. */
export function takeFileSettings({ values, captions, quality, reporting }: SettingsFile): void {
  applySettings(values);
  if (captions) {
    const { enabled, lastSelectedLanguage, overrideCasing, styling } = captions;
    saveCaptions({ enabled, lastSelectedLanguage, overrideCasing, styling });
  }
  if (quality) saveQuality(quality);
  if (reporting !== undefined) setReporting(reporting);
}
