import { requestText, type HttpAnswer, type HttpRequest } from '#lib/http.ts';
import { proxyUrls } from '#data/session.ts';
import { createRotation } from './rotation.ts';

const rotation = createRotation(Math.random);

/** For what a browser may not fetch itself; a proxy that cannot be reached passes it on to the next. */
export async function proxiedText(
  url: string,
  request: HttpRequest = {},
): Promise<HttpAnswer<string>> {
  let failure: unknown = new Error('No proxy is configured');
  for (const proxy of rotation.order(proxyUrls())) {
    try {
      return await requestText(`${proxy}?destination=${encodeURIComponent(url)}`, request);
    } catch (error) {
      request.signal?.throwIfAborted();
      failure = error;
    }
  }
  throw failure instanceof Error ? failure : new Error(String(failure));
}
