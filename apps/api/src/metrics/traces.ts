// Sends traces to an OpenTelemetry collector as OTLP over HTTP in JSON. Loaded only if a collector is configured.
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  getNumberFromEnv,
  getStringFromEnv,
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Config } from '#config/config.ts';
import { throttleLog } from '#lib/throttle-log.ts';

export interface TracesOptions {
  /** The collector's URL for traces. */
  readonly url: string;
  readonly config: Pick<
    Config,
    | 'OTEL_EXPORTER_OTLP_HEADERS'
    | 'OTEL_SERVICE_NAME'
    | 'OTEL_TRACES_SAMPLER'
    | 'OTEL_TRACES_SAMPLER_ARG'
  >;
  readonly version: string;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** Shorter than the time limit of a shutdown. */
const STOP_WITHIN_MS = 3_000;

/** Records and sends spans. Returns a function that sends the rest and stops. */
export function startTraces(options: TracesOptions): () => Promise<void> {
  const warn = throttleLog(options.warn, options.now);
  const ignore = (): void => undefined;
  // Log only messages. Their arguments, such as a span, don't belong in the log.
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const fail = (error: unknown): void =>
    warn(`traces not sent: ${error instanceof Error ? error.message : String(error)}`);
  setGlobalErrorHandler(fail);
  const provider = createProvider(options);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    trace.disable();
    const sent = provider.shutdown().catch(fail);
    await Promise.race([sent, timeout(STOP_WITHIN_MS)]);
    propagation.disable();
    context.disable();
    diag.disable();
  };
}

const timeout = (ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms).unref());

/** Passes the options. OpenTelemetry's packages read its other environment variables themselves. */
function createProvider({ url, config, version }: TracesOptions): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url,
    headers: {
      ...parseKeyPairsIntoRecord(config.OTEL_EXPORTER_OTLP_HEADERS),
      ...parseKeyPairsIntoRecord(getStringFromEnv('OTEL_EXPORTER_OTLP_TRACES_HEADERS')),
    },
  });
  const processor = new BatchSpanProcessor({
    exporter,
    ...limit('scheduledDelayMillis', 'OTEL_BSP_SCHEDULE_DELAY'),
    ...limit('exportTimeoutMillis', 'OTEL_BSP_EXPORT_TIMEOUT'),
    ...limit('maxQueueSize', 'OTEL_BSP_MAX_QUEUE_SIZE'),
    ...limit('maxExportBatchSize', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  });
  const { OTEL_SERVICE_NAME: name } = config;
  return new TracerProvider({
    sampler: createSampler(config),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'matinee', 'service.version': version }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes(name === undefined ? {} : { 'service.name': name })),
    spanProcessors: [processor],
  });
}

function limit(name: string, variable: string): Record<string, number> {
  const value = getNumberFromEnv(variable);
  return value !== undefined && value > 0 ? { [name]: value } : {};
}

function createSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: TracesOptions['config']): Sampler {
  const root = name.replace('parentbased_', '');
  const sampler =
    root === 'always_on'
      ? new AlwaysOnSampler()
      : root === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return name === root ? sampler : new ParentBasedSampler({ root: sampler });
}
