import type { onResponseHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { STATUS_CODES } from 'node:http';
import { Counter, Histogram, Registry, Summary } from 'prom-client';

export interface ObservedRequest {
  readonly method: string;
  /** The route's pattern, because paths would create any number of series. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /**
   * True if the response relays another server's body. Its duration says little about this server.
   */
  readonly isTransfer?: boolean | undefined;
}

export interface RequestMetrics {
  observe(request: ObservedRequest): void;
  /** Counts a response with status 4xx to any path. */
  readonly countRejected: (status: number) => void;
  /** Returns the metrics page's section about requests. */
  readonly print: () => Promise<string>;
}

const LABELS = ['method', 'route', 'status_code'] as const;

/** Measures only this process, because Prometheus adds up replicas itself. */
export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry();
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route.',
    labelNames: LABELS,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const quantiles = new Summary({
    name: 'http_request_summary_seconds',
    help: 'How long requests took since the start, by route.',
    labelNames: LABELS,
    percentiles: [0.01, 0.05, 0.5, 0.9, 0.95, 0.99, 0.999],
    registers,
  });
  const rejected = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests answered with 4xx, for any path. They are logged only at debug.',
    labelNames: ['status_code'],
    registers,
  });
  return {
    observe: ({ method, route, status, seconds, isTransfer = false }) => {
      const labels = { method, route, status_code: statusCodeLabel(status) };
      durations.observe(labels, seconds);
      // The histogram suffices for errors, which anyone can cause in large numbers, and for transfers. Quantiles would
      // take 6 % of a transfer's time (`npm run bench:proxy`).
      if (status < 400 && !isTransfer) quantiles.observe(labels, seconds);
    },
    countRejected: (status) => rejected.inc({ status_code: statusCodeLabel(status) }),
    print: () => registry.metrics(),
  };
}

/** Limits the number of series, because other servers can send any status. */
const statusCodeLabel = (status: number): string =>
  String(status) in STATUS_CODES ? String(status) : `${Math.floor(status / 100)}xx`;

/** Observes every request of an app. Requests that match no route count only if they are rejected. */
export const observeRequests = fastifyPlugin<{ readonly requests: RequestMetrics }>(
  async (app, { requests }) => {
    app.addHook('onResponse', (_request, { statusCode }, done) => {
      if (statusCode >= 400 && statusCode < 500) requests.countRejected(statusCode);
      done();
    });
    app.addHook('onRoute', (route) => {
      const pattern = routeLabel(route.url);
      const isTransfer = route.config?.isTransfer;
      const hook: onResponseHookHandler = ({ method }, { statusCode, elapsedTime }, done) => {
        const seconds = elapsedTime / 1000;
        requests.observe({ method, route: pattern, status: statusCode, seconds, isTransfer });
        done();
      };
      route.onResponse = [route.onResponse ?? [], hook].flat();
    });
  },
);

/** Returns one label for all files of the web app, each of which is a route. */
const routeLabel = (pattern: string): string => (/\.\w+$/.test(pattern) ? '/*' : pattern);
