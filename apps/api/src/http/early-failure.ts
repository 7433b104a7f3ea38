/**
 * Runs in the page before everything else, as a part of `/config.js`: where the page's own code does not come, not even to say
 * so, the words that the page holds for that are shown.
 */
export const EARLY_FAILURE = `window.addEventListener?.('error', function (event) {
  var screen = document.getElementById('not-started');
  if (screen && event.target instanceof HTMLScriptElement) screen.hidden = false;
}, true);
`;
