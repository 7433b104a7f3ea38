/** Null is the default theme. */
export function applyTheme(theme: string | null): void {
  const page = document.documentElement;
  if (theme === null) delete page.dataset.theme;
  else page.dataset.theme = theme;
  // Mobile browsers color their toolbar with it.
  const surface = getComputedStyle(page).getPropertyValue('--surface-0');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', surface);
}
