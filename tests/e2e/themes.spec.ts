import type { Page } from '@playwright/test';
import { axeViolations, expect, test } from './support/test.ts';
import { THEMES } from './support/themes.ts';

/** Foreground, background and required contrast: text 4.5, large text and icons 3. */
const PAIRS = [
  ['--text', '--surface-0', 4.5],
  ['--text', '--surface-1', 4.5],
  ['--text', '--surface-2', 4.5],
  ['--text', '--surface-3', 4.5],
  ['--text-muted', '--surface-0', 4.5],
  ['--text-muted', '--surface-2', 4.5],
  ['--text-faint', '--surface-0', 4.5],
  ['--text-faint', '--surface-1', 4.5],
  ['--accent', '--surface-0', 4.5],
  ['--accent', '--surface-2', 4.5],
  ['--on-accent', '--accent', 4.5],
  ['--on-accent', '--accent-strong', 4.5],
  ['--danger', '--surface-0', 4.5],
  ['--danger', '--surface-2', 4.5],
  ['--success', '--surface-2', 4.5],
  ['--warning', '--surface-2', 4.5],
  ['--accent-strong', '--surface-2', 3],
  ['--focus', '--surface-0', 3],
  ['--focus', '--surface-3', 3],
] as const;

async function choose(page: Page, theme: string): Promise<void> {
  await page.addInitScript((chosen) => {
    const state = { theme: chosen === 'default' ? null : chosen };
    localStorage.setItem('__MW::theme', JSON.stringify({ state, version: 0 }));
  }, theme);
}

/** The contrast of two tokens as the browser computes it. */
function contrast(page: Page, front: string, back: string): Promise<number> {
  return page.evaluate(
    ([text, surface]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
      const context = canvas.getContext('2d');
      const probe = document.body.appendChild(document.createElement('i'));
      const luminance = (token: string) => {
        probe.style.color = `var(${token})`;
        if (!context) return Number.NaN;
        context.fillStyle = getComputedStyle(probe).color;
        context.fillRect(0, 0, 1, 1);
        const linear = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
          const part = byte / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        const [red = 0, green = 0, blue = 0] = linear;
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [one, other] = [luminance(text), luminance(surface)];
      probe.remove();
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    },
    [front, back] as const,
  );
}

test('everything is readable in every theme', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const theme of ['default', ...THEMES]) {
    if (theme !== 'default')
      await page.locator('html').evaluate((root, name) => (root.dataset.theme = name), theme);
    const weak: string[] = [];
    for (const [front, back, least] of PAIRS) {
      const found = await contrast(page, front, back);
      if (!(found >= least)) weak.push(`${front} on ${back}: ${found.toFixed(2)} of ${least}`);
    }
    expect(weak, theme).toEqual([]);
    expect(await axeViolations(page, { runOnly: ['color-contrast'] }), theme).toEqual([]);
  }
});

test('a chosen theme applies at the first paint, and the default needs no name', async ({
  page,
}) => {
  await choose(page, 'red');
  await page.addInitScript(() => {
    new PerformanceObserver(() => {
      document.documentElement.dataset.painted ??= document.documentElement.dataset.theme ?? 'none';
    }).observe({ type: 'paint', buffered: true });
  });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-painted', 'red');
});

test('a theme chosen in another tab applies in this one, too', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/ping.txt');
  await expect(async () => {
    await other.evaluate(() => {
      localStorage.removeItem('__MW::theme');
      localStorage.setItem('__MW::theme', JSON.stringify({ state: { theme: 'blue' }, version: 0 }));
    });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'blue', { timeout: 1_000 });
  }).toPass();
});

test('on April 20 the theme is teal, unless the user has chosen another', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2027-04-20T12:00:00'));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'teal');
});
