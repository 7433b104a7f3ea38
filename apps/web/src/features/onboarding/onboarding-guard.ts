import { mayNeedOnboarding } from '#data/preferences/onboarding.ts';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { paths, withDestination } from '#paths.ts';

/** Onboarding comes before the first playback, unless the extension already works. */
export async function isOnboardingNeeded(signal: AbortSignal): Promise<boolean> {
  return mayNeedOnboarding() && (await askExtensionStatus(signal)) !== 'success';
}

export const onboardingPath = (redirect: string): string =>
  withDestination(paths.onboarding, redirect);
