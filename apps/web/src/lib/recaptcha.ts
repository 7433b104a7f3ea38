// Google's reCAPTCHA v3, which is invisible. Its script loads on first use.

interface Recaptcha {
  readonly ready: (then: () => void) => void;
  readonly execute: (siteKey: string, options: { action: string }) => PromiseLike<string>;
}

declare global {
  // Set by its script.
  var grecaptcha: Recaptcha | undefined;
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js';
const LIMIT_MS = 20_000;

/** A single-use token; rejects on failure and after 20 s. */
export async function solveRecaptcha(siteKey: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error('The captcha timed out')), LIMIT_MS);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  load(siteKey)
    .then((recaptcha) => recaptcha.execute(siteKey, { action: 'register' }))
    .then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

const loading = new Map<string, Promise<Recaptcha>>();

function load(siteKey: string): Promise<Recaptcha> {
  const known = loading.get(siteKey);
  if (known) return known;
  const pending = new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      loading.delete(siteKey);
      reject(new Error("The captcha couldn't load"));
    };
    script.src = `${SCRIPT}?render=${encodeURIComponent(siteKey)}`;
    script.addEventListener('load', () => {
      const { grecaptcha } = globalThis;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else fail();
    });
    script.addEventListener('error', fail);
    document.head.append(script);
  });
  loading.set(siteKey, pending);
  return pending;
}
