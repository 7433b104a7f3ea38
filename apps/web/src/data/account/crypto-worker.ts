// Key derivation runs in this worker: on the page it would block rendering for 160 ms and more on a phone.
import { handleKeyRequest } from './key-requests.ts';

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void handleKeyRequest(data).then((response) => postMessage(response));
});
