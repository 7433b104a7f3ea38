import { onFailedRequest } from '#lib/failed-requests.ts';

const loadReporter = () => import('#data/error-report.ts');
type Reporter = Awaited<ReturnType<typeof loadReporter>>;

/** Watches uncaught errors and server errors. The code that reports them loads with the first error. */
export function watchErrors(signal: AbortSignal): void {
  addEventListener(
    'error',
    ({ error, filename }) => {
      // Scripts of browser extensions also run in the page.
      if (filename === '' || filename.startsWith(location.origin)) reportUncaught(error);
    },
    { signal },
  );
  addEventListener('unhandledrejection', ({ reason }) => reportUncaught(reason), { signal });
  onFailedRequest(
    (request) => withReporter(({ reportFailedRequest }) => reportFailedRequest(request)),
    signal,
  );
}

export const reportUncaught = (error: unknown): void =>
  withReporter(({ reportPageError }) => reportPageError(error));

function withReporter(use: (reporter: Reporter) => void): void {
  // Loading fails when the page is offline.
  loadReporter().then(use, () => undefined);
}
