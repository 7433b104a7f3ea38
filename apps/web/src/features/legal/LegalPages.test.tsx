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

const OPTIONS = ['DISCORD_LINK', 'DMCA_EMAIL', 'GITHUB_LINK', 'SKIP_TIMES_HOST'] as const;
type Option = (typeof OPTIONS)[number];

function headings(options: Readonly<Partial<Record<Option, string>>>, Page = AboutPage) {
  vi.restoreAllMocks();
  for (const name of OPTIONS) vi.spyOn(config, name, 'get').mockReturnValue(options[name]);
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

test('the privacy page names the service for skip times only if one is set up', () => {
  headings({}, PrivacyPage);
  expect(screen.queryByText(/intro or credits/)).toBeNull();
  cleanup();
  headings({ SKIP_TIMES_HOST: 'times.test' }, PrivacyPage);
  expect(screen.getByText(/asks times\.test/)).toBeDefined();
});
