// Cloudflare's captcha. Its script loads on first use.

interface RenderOptions {
  readonly sitekey: string;
  readonly language: string;
  readonly theme: 'dark';
  readonly appearance: 'interaction-only';
  readonly retry: 'never';
  readonly 'refresh-expired': 'manual';
  readonly callback: (token: string) => void;
  readonly 'error-callback': (code: unknown) => boolean;
  readonly 'timeout-callback': () => void;
  readonly 'expired-callback': () => void;
  readonly 'unsupported-callback': () => void;
  readonly 'before-interactive-callback': () => void;
}

interface Turnstile {
  readonly render: (container: HTMLElement, options: RenderOptions) => string | undefined;
  readonly remove: (widget: string) => void;
}

declare global {
  // Set by its script.
  var turnstile: Turnstile | undefined;
}

export interface TurnstileChallenge {
  readonly siteKey: string;
  /** A language tag. */
  readonly language: string;
  /** The user has to solve it. */
  readonly onInteraction: () => void;
  readonly signal: AbortSignal;
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
/** Without the user's help, a challenge takes seconds. */
const ALONE_MS = 20_000;

/** A single-use token; rejects on failure and when it takes too long. */
export async function solveTurnstile(
  container: HTMLElement,
  challenge: TurnstileChallenge,
): Promise<string> {
  const { siteKey, language, onInteraction, signal } = challenge;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const fail = (why: string) => reject(new Error(`The captcha ${why}`));
  const timer = setTimeout(() => fail('timed out'), ALONE_MS);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  let widget: string | undefined;
  const show = (turnstile: Turnstile) => {
    if (signal.aborted) return;
    widget = turnstile.render(container, {
      sitekey: siteKey,
      language,
      theme: 'dark',
      appearance: 'interaction-only',
      retry: 'never',
      'refresh-expired': 'manual',
      callback: resolve,
      'error-callback': (code) => {
        fail(`failed: ${String(code)}`);
        return true;
      },
      'timeout-callback': () => fail('timed out'),
      'expired-callback': () => fail('expired'),
      'unsupported-callback': () => fail('is not for this browser'),
      'before-interactive-callback': () => {
        clearTimeout(timer);
        onInteraction();
      },
    });
  };
  load(container.ownerDocument).then(show).catch(reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    if (widget !== undefined) globalThis.turnstile?.remove(widget);
  }
}

let loading: Promise<Turnstile> | undefined;

function load(page: Document): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = page.createElement('script');
    const fail = () => {
      script.remove();
      loading = undefined;
      reject(new Error("The captcha couldn't load"));
    };
    script.src = SCRIPT;
    script.addEventListener('load', () => {
      if (globalThis.turnstile) resolve(globalThis.turnstile);
      else fail();
    });
    script.addEventListener('error', fail);
    page.head.append(script);
  });
  return loading;
}
