// A server may ask whether it is a person who registers. The script of its captcha is loaded then, and not before.
import type { Meta } from '@matinee/shared/contract/meta';
import { solveRecaptcha } from '#lib/recaptcha.ts';
import { solveTurnstile } from '#lib/turnstile.ts';

export type CaptchaAnswer = { readonly token?: string } | 'failed';

interface Asking {
  /** Where a puzzle may show itself. */
  readonly place: HTMLElement | null;
  readonly language: string;
  readonly signal: AbortSignal;
}

/** Without a token where the server wants none. A token is good once, so each try asks anew. */
export async function answerCaptcha(
  { hasCaptcha, captchaClientKey, captchaProvider }: Meta,
  { place, language, signal }: Asking,
): Promise<CaptchaAnswer> {
  if (!hasCaptcha || captchaClientKey === undefined) return {};
  try {
    if (captchaProvider !== 'turnstile')
      return { token: await solveRecaptcha(captchaClientKey, signal) };
    if (!place) return 'failed';
    const puzzle = { siteKey: captchaClientKey, language, onInteraction: () => undefined, signal };
    return { token: await solveTurnstile(place, puzzle) };
  } catch {
    return 'failed';
  }
}
