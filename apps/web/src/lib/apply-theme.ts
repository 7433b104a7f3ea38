/** Paints the page in a theme; null is the default. What is only being tried on is painted so, too. */
export function showTheme(theme: string | null): void {
  const page = document.documentElement;
  if (theme === null) delete page.dataset.theme;
  else page.dataset.theme = theme;
  // The browser's own frame takes the colour of the page.
  const surface = getComputedStyle(page).getPropertyValue('--surface-0');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', surface);
}
