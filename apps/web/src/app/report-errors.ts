import { onFailedRequest } from '#lib/failed-requests.ts';

type Reporter = typeof import('#data/error-report.ts');

/** Errors that no code caught, and server errors. The code that reports them loads with the first one. */
export function watchErrors(signal: AbortSignal): void {
  addEventListener(
    'error',
    ({ error, filename }) => {
      // Scripts of browser extensions run in the page, too.
      if (filename === '' || filename.startsWith(location.origin)) reportError(error);
    },
    { signal },
  );
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason), { signal });
  onFailedRequest(
    (request) => withReporter(({ reportFailedRequest }) => reportFailedRequest(request)),
    signal,
  );
}

export const reportError = (error: unknown): void =>
  withReporter(({ reportPageError }) => reportPageError(error));

function withReporter(use: (reporter: Reporter) => void): void {
  // Fails when offline.
  import('#data/error-report.ts').then(use, () => undefined);
}
