import { requestText, type HttpAnswer, type HttpRequest } from '#lib/http.ts';
import { proxyUrls } from '#data/session.ts';
import { createHealth } from './health.ts';
import { createRotation } from './rotation.ts';
import { HumanCheckError, withHumanProof } from './human-check.ts';
import { keepToken } from './token.ts';

const rotation = createRotation(Math.random);
const health = createHealth(Date.now);

/** What a page may not send itself travels under names of its own. */
const RENAMED: Readonly<Record<string, string>> = {
  cookie: 'x-cookie',
  referer: 'x-referer',
  origin: 'x-origin',
  'user-agent': 'x-user-agent',
  'x-real-ip': 'x-x-real-ip',
};

/** For what a browser may not fetch itself; a proxy that cannot be reached passes it on to the next. */
export async function proxiedText(
  url: string,
  request: HttpRequest = {},
): Promise<HttpAnswer<string>> {
  let failure: unknown = new Error('No proxy is configured');
  for (const proxy of health.healthyFirst(rotation.order(proxyUrls()))) {
    try {
      const answer = await throughProxy(proxy, url, request);
      health.works(proxy);
      return answer;
    } catch (error) {
      request.signal?.throwIfAborted();
      // The next one would only ask again.
      if (error instanceof HumanCheckError) throw error;
      health.failed(proxy);
      failure = error;
    }
  }
  throw failure instanceof Error ? failure : new Error(String(failure));
}

export async function throughProxy(
  proxy: string,
  url: string,
  request: HttpRequest,
): Promise<HttpAnswer<string>> {
  const answer = await withHumanProof({
    signal: request.signal,
    send: (proof) => send(proxy, url, { request, proof }),
    isRefusal: ({ status, headers }) => status === 401 && !headers.has('x-final-destination'),
  });
  const { status, headers } = answer;
  const finalUrl = headers.get('x-final-destination');
  // Without it the proxy itself is speaking, of a token or of what it could not reach.
  if (finalUrl === null && status >= 400) throw new Error(`The proxy answered ${status}`);
  return { ...answer, finalUrl: finalUrl ?? url };
}

async function send(
  proxy: string,
  url: string,
  { request, proof }: { request: HttpRequest; proof: string | undefined },
): Promise<HttpAnswer<string>> {
  const answer = await requestText(`${proxy}?destination=${encodeURIComponent(url)}`, {
    ...request,
    headers: { ...renamed(request.headers), ...(proof !== undefined && { 'x-token': proof }) },
  });
  keepToken(answer.headers.get('x-token'));
  return answer;
}

function renamed(headers: HttpRequest['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [RENAMED[name.toLowerCase()] ?? name, value]),
  );
}
