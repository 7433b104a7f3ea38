// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function headings(options: Readonly<Record<string, string>>) {
  vi.stubGlobal('__CONFIG__', options);
  vi.resetModules();
  startLanguages();
  const { AboutPage } = await import('./LegalPages.tsx');
  render(<AboutPage />);
  return screen.getAllByRole('heading').map(({ textContent }) => textContent);
}

test('the about page asks to contact only those who can be', async () => {
  expect(await headings({})).not.toContain('Contact');
  cleanup();
  expect(await headings({ DMCA_EMAIL: 'legal@example.com' })).toContain('Contact');
  cleanup();
  expect(await headings({ DISCORD_LINK: 'https://discord.example/1' })).toContain('Contact');
});
