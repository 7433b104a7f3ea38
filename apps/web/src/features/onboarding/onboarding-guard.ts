import { askExtensionStatus } from '#data/streams/extension/status.ts';
import { mayNeedOnboarding } from '#data/preferences/onboarding.ts';
import { paths, withDestination } from '#paths.ts';

/** Whether somebody is asked how films shall come to them before the first one plays. */
export async function isOnboardingNeeded(signal: AbortSignal): Promise<boolean> {
  return mayNeedOnboarding() && (await askExtensionStatus(signal)) !== 'success';
}

export const onboardingPath = (redirect: string): string =>
  withDestination(paths.onboarding, redirect);
