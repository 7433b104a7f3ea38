// Beside the page: what would hold its drawing up on a phone.
import { answerKeyQuestion } from './crypto-messages.ts';

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void answerKeyQuestion(data).then((answer) => postMessage(answer));
});
