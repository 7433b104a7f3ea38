import { startRelay } from './relay.ts';

startRelay(window, {
  send: async (question) => chrome.runtime.sendMessage(question),
  isGone: () => !chrome.runtime?.id,
});
