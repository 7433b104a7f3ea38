import { startBridge } from './bridge.ts';

startBridge(window, {
  send: async (question) => chrome.runtime.sendMessage(question),
  isGone: () => !chrome.runtime?.id,
});
