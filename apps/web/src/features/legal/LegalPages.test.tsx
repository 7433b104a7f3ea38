// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function headings(
  options: Readonly<Record<string, string>>,
  page: 'AboutPage' | 'PrivacyPage' = 'AboutPage',
) {
  vi.stubGlobal('__CONFIG__', options);
  vi.resetModules();
  startLanguages();
  const Page = (await import('./LegalPages.tsx'))[page];
  render(<Page />);
  return screen.getAllByRole('heading').map(({ textContent }) => textContent);
}

test('the about page asks to contact only those who can be', async () => {
  expect(await headings({})).not.toContain('Contact');
  cleanup();
  expect(await headings({ GITHUB_LINK: 'https://code.example' })).not.toContain('Contact');
  cleanup();
  expect(await headings({ DMCA_EMAIL: 'legal@example.com' })).toContain('Contact');
  cleanup();
  expect(await headings({ DISCORD_LINK: 'https://discord.example/1' })).toContain('Contact');
});

test('the privacy page has a contact only if one is set up', async () => {
  expect(await headings({}, 'PrivacyPage')).not.toContain('Contact');
  expect(screen.getByText(/how long to keep the site's logs/)).toBeDefined();
  cleanup();
  expect(await headings({ DMCA_EMAIL: 'legal@example.com' }, 'PrivacyPage')).toContain('Contact');
});
