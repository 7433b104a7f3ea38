// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import { startLanguages } from '#i18n/index.ts';
import { AboutPage, PrivacyPage } from './LegalPages.tsx';

beforeAll(() => {
  startLanguages();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type ContactOption = 'DISCORD_LINK' | 'DMCA_EMAIL' | 'GITHUB_LINK';

function headings(options: Readonly<Partial<Record<ContactOption, string>>>, Page = AboutPage) {
  vi.restoreAllMocks();
  for (const name of ['DISCORD_LINK', 'DMCA_EMAIL', 'GITHUB_LINK'] as const)
    vi.spyOn(config, name, 'get').mockReturnValue(options[name]);
  render(<Page />);
  return screen.getAllByRole('heading').map(({ textContent }) => textContent);
}

test('the about page asks to contact only those who can be', () => {
  expect(headings({})).not.toContain('Contact');
  cleanup();
  expect(headings({ GITHUB_LINK: 'https://code.example' })).not.toContain('Contact');
  cleanup();
  expect(headings({ DMCA_EMAIL: 'legal@example.com' })).toContain('Contact');
  cleanup();
  expect(headings({ DISCORD_LINK: 'https://discord.example/1' })).toContain('Contact');
});

test('the privacy page has a contact only if one is set up', () => {
  expect(headings({}, PrivacyPage)).not.toContain('Contact');
  expect(screen.getByText(/how long to keep the site's logs/)).toBeDefined();
  cleanup();
  expect(headings({ DMCA_EMAIL: 'legal@example.com' }, PrivacyPage)).toContain('Contact');
});
