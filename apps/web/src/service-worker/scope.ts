// What a service worker has and a page has not: the types of one are not to be had together with those of the other.

interface Lasting extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface Asking extends Lasting {
  readonly request: Request;
  /** What the browser asked for while the worker was still waking up. */
  readonly preloadResponse: Promise<Response | undefined>;
  readonly respondWith: (answer: Promise<Response>) => void;
}

interface Telling extends Lasting {
  readonly data: unknown;
}

interface OpenPage {
  readonly url: string;
  navigate(url: string): Promise<unknown>;
}

export interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asking) => void): void;
  addEventListener(type: 'message', listener: (event: Telling) => void): void;
  readonly skipWaiting: () => Promise<void>;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: (options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }) => Promise<readonly OpenPage[]>;
  };
}
