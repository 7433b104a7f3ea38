import { askExtensionStatus } from './status.ts';

let isSetAside = false;

/** There is an extension that could help, had its viewer given it access; nobody has said that it does not matter. */
export async function lacksPermission(signal: AbortSignal): Promise<boolean> {
  return !isSetAside && (await askExtensionStatus(signal)) === 'noperms';
}

/** For the life of the page. */
export function goOnWithoutPermission(): void {
  isSetAside = true;
}
