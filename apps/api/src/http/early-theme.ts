/**
 * Part of `/config.js`, before the first paint, so that the chosen theme does not flash in. The
 * page's own code applies later changes. Key and day are those of `web/data/preferences/theme.ts`.
 */
export const EARLY_THEME = `try {
  var theme = null;
  try {
    theme = JSON.parse(localStorage.getItem('__MW::theme')).state.theme;
  } catch (nothingChosen) {
    var today = new Date();
    if (today.getMonth() === 3 && today.getDate() === 20) theme = 'teal';
  }
  if (theme) document.documentElement.dataset.theme = theme;
} catch (noPage) {}
`;
