import type { TFunction } from 'i18next';

/** A failed request to a server (`ApiFailure`). */
type Failure =
  | {
      readonly is: 'rejected';
      readonly status: number;
      readonly message?: string | undefined;
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly is: 'unreachable' | 'timeout' | 'unreadable' | 'noServer' };

export interface FailureText {
  readonly text: string;
  readonly details: string;
  /** The status has its own texts, so the server's text is only a detail. */
  readonly isKnown: boolean;
}

/** Explains what happened and what to do. */
export function failureText(t: TFunction, failure: Failure): FailureText {
  if (failure.is !== 'rejected')
    return {
      text: t(($) => $.auth.errors[failure.is].text),
      details: t(($) => $.auth.errors[failure.is].details),
      isKnown: true,
    };
  const { status, retryAfterMs } = failure;
  if (status === 429) {
    const minutes = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 60_000));
    return {
      text: t(($) => $.auth.errors.tooMany.text),
      // Older movie-web servers send no Retry-After.
      details:
        retryAfterMs === undefined
          ? t(($) => $.auth.errors.tooMany.later)
          : t(($) => $.auth.errors.tooMany.details, { count: minutes }),
      isKnown: true,
    };
  }
  const kind = kindOfStatus(status);
  if (kind === undefined)
    return {
      text: t(($) => $.auth.errors.refused.text),
      details: t(($) => $.auth.errors.refused.details, { status }),
      isKnown: false,
    };
  return {
    text: t(($) => $.auth.errors[kind].text),
    details: t(($) => $.auth.errors[kind].details),
    isKnown: true,
  };
}

type Kind =
  | 'loggedOut'
  | 'forbidden'
  | 'gone'
  | 'conflict'
  | 'tooLarge'
  | 'broken'
  | 'unavailable'
  | 'diskFull';

/** Identifies errors by status, because the messages of servers are English and differ. */
function kindOfStatus(status: number): Kind | undefined {
  switch (status) {
    case 401:
      return 'loggedOut';
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'gone';
    case 409:
      return 'conflict';
    case 413:
      return 'tooLarge';
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    case 507:
      return 'diskFull';
    default:
      return status >= 500 ? 'broken' : undefined;
  }
}
