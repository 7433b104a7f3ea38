import type { Page } from '@playwright/test';
import { clickControl } from './screen.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const menu = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const row = (page: Page, name: RegExp) => page.getByRole('menuitem', { name });
/** A string matches the complete name; automatic choices also name the current one. */
export const choice = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitemradio', { name, exact: true });

export async function openSettings(page: Page, view?: RegExp): Promise<void> {
  await clickControl(page, button(page, 'Settings'));
  if (view) await row(page, view).click();
}

/** The height of the decoded picture. */
export const lines = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight);
