import { startBridge } from './bridge.ts';

startBridge(window, {
  send: async (request) => chrome.runtime.sendMessage(request),
  isGone: () => !chrome.runtime?.id,
});
