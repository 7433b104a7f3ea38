/**
 * Part of `/config.js`, before the page's own code. If the page's scripts fail to load, it shows
 * the message that the page contains for that.
 */
export const EARLY_FAILURE = `window.addEventListener?.('error', function (event) {
  var screen = document.getElementById('not-started');
  if (screen && event.target instanceof HTMLScriptElement) screen.hidden = false;
}, true);
`;
