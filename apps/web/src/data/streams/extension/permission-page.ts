import { askExtension, ExtensionError } from './messages.ts';

const LIMIT_MS = 3_000;

/** The extension's own page takes this one's place; both its answers lead back. False where nothing came of it. */
export async function openPermissionPage(redirectUrl: string): Promise<boolean> {
  try {
    const body = { page: 'PermissionGrant', redirectUrl };
    await askExtension({ name: 'openPage', body, timeoutMs: LIMIT_MS });
    return true;
  } catch (error) {
    if (error instanceof ExtensionError) return false;
    throw error;
  }
}
