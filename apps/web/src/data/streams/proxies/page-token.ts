// Proof for this site's own proxy that one of its pages asks. On plain http browsers send none themselves.
import { config } from '#config.ts';
import { requestText } from '#lib/http.ts';

/** The server accepts a token for an hour. */
const RENEWED_AFTER_MS = 50 * 60_000;
/** A refusal has another cause when the token is this young. */
const DOUBTED_AFTER_MS = 60_000;

let kept = { token: config.PROXY_TOKEN, receivedAt: Date.now() };
let renewal: Promise<void> | undefined;

/** Undefined where the server issues none. */
export async function pageToken(): Promise<string | undefined> {
  if (kept.token !== undefined && ageMs() >= RENEWED_AFTER_MS) await renew();
  return kept.token;
}

/** Another token after a refusal, since a device that changes its network needs one; undefined where that cannot help. */
export async function renewedPageToken(): Promise<string | undefined> {
  if (kept.token === undefined || ageMs() < DOUBTED_AFTER_MS) return undefined;
  await renew();
  return kept.token;
}

const ageMs = (): number => Date.now() - kept.receivedAt;

/** Once for all who wait for it. Where it fails the old token goes on: the proxy says what is wrong. */
function renew(): Promise<void> {
  renewal ??= requestText('/config.js')
    .then(({ body }) => {
      const token = /"PROXY_TOKEN": "([\w.-]+)"/.exec(body)?.[1];
      if (token !== undefined) kept = { token, receivedAt: Date.now() };
    })
    .catch(() => undefined)
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}
