// The extension's permission for this site.
import { ExtensionError, requestExtension } from './messages.ts';
import { fetchExtensionStatus } from './status.ts';

let isDismissed = false;

/** Whether the extension lacks permission for this site, and the user has not dismissed that. */
export async function lacksPermission(signal: AbortSignal): Promise<boolean> {
  return !isDismissed && (await fetchExtensionStatus(signal)) === 'noperms';
}

/** Applies until the page is reloaded. */
export function continueWithoutPermission(): void {
  isDismissed = true;
}

const LIMIT_MS = 3_000;

/** Opens the extension's permission page, which leads back to `redirectUrl`. False when the extension fails. */
export async function openPermissionPage(redirectUrl: string): Promise<boolean> {
  try {
    const body = { page: 'PermissionGrant', redirectUrl };
    await requestExtension({ name: 'openPage', body, timeoutMs: LIMIT_MS });
    return true;
  } catch (error) {
    if (error instanceof ExtensionError) return false;
    throw error;
  }
}
