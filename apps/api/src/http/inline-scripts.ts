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

/**
 * Part of `/config.js`, before the page's own code. If the page's scripts fail to load, it shows
 * the message that the page contains for that.
 */
export const EARLY_FAILURE = `window.addEventListener?.('error', function (event) {
  var screen = document.getElementById('not-started');
  if (screen && event.target instanceof HTMLScriptElement) screen.hidden = false;
}, true);
`;
