import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { publicOrigin } from '#http/public-url.ts';
import { claimedAddress } from '#http/untrusted-proxy.ts';
import { readCertificate } from './certificate.ts';
import { errorCode, type ServerCheck, type Finding } from './run-checks.ts';
import type { ProbeStream } from './self-checks.ts';

export interface AddressCheckOptions {
  readonly request: FastifyRequest;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  /** Whether the operator lets users cast. */
  readonly casts: boolean;
  /** Fetches a stream of this server. Undefined if the stream relay is off. */
  readonly probeStream: ProbeStream | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
const EXPIRING_DAYS = 14;

/** Checks whether users and televisions can reach this server. */
export const addressChecks = (options: AddressCheckOptions): readonly ServerCheck[] => [
  { check: 'certificate', run: (signal) => checkCertificate(options, signal) },
  { check: 'trustedProxies', run: async () => checkProxies(options) },
  { check: 'casting', run: (signal) => checkCasting(options, signal) },
];

async function checkCertificate(
  { publicUrl, now }: AddressCheckOptions,
  signal: AbortSignal,
): Promise<Finding> {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (url?.protocol !== 'https:') return { code: 'certificateOff' };
  const { hostname: host } = url;
  try {
    const { validTo, error } = await readCertificate(host, Number(url.port || 443), signal);
    const days = (validTo - now()) / DAY_MS;
    const facts = { host, validDays: wholeDays(Math.abs(days)) };
    if (days < 0) return { code: 'certificateExpired', facts };
    if (error === 'ERR_TLS_CERT_ALTNAME_INVALID') return { code: 'certificateWrongName', facts };
    if (error !== '') return { code: 'certificateUntrusted', facts: { ...facts, reason: error } };
    return { code: days < EXPIRING_DAYS ? 'certificateExpiring' : 'certificateOk', facts };
  } catch (error) {
    signal.throwIfAborted();
    return { code: 'certificateUnreachable', facts: { host, reason: errorCode(error) } };
  }
}

/** Rounds down, except the last two days, which pages show as hours and minutes. */
const wholeDays = (days: number): number => (days < 2 ? days : Math.floor(days));

function checkProxies({ request, trustedProxies }: AddressCheckOptions): Finding {
  const { ip, ips, headers, socket } = request;
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (ips !== undefined && ips.length > 1) {
    return { code: 'proxiesTrusted', facts: { hops: ips.length - 1, address: ip } };
  }
  const peer = socket.remoteAddress ?? '';
  if (claimedAddress(request) !== undefined || isForwarded)
    return { code: 'proxiesUntrusted', facts: { peer } };
  return { code: trustedProxies.length > 0 ? 'proxiesUnused' : 'proxiesDirect' };
}

/** Names that only a router or this machine resolves. Televisions usually use Google's DNS servers. */
const PRIVATE_NAME = /(?:^[^.]+|\.(?:local|lan|home|internal|localdomain|test|arpa))$/i;

async function checkCasting(options: AddressCheckOptions, signal: AbortSignal): Promise<Finding> {
  const { request, publicUrl, casts, probeStream } = options;
  if (!casts) return { code: 'castingOff' };
  const { protocol, hostname } = new URL(publicOrigin(request, publicUrl));
  const host = hostname.replace(/^\[|\]$/g, '');
  const facts = { host };
  if (isLoopback(host)) return { code: 'castingLocal', facts };
  if (protocol !== 'https:') return { code: 'castingInsecure', facts };
  if (isIP(host) === 0 && PRIVATE_NAME.test(host)) return { code: 'castingName', facts };
  // Ignore failures, because some routers don't let this machine use its public address.
  const stream = await probeStream?.(signal, publicUrl).catch(() => undefined);
  signal.throwIfAborted();
  if (stream && stream.status < 400 && stream.allowedOrigin !== '*')
    return { code: 'castingCors', facts };
  return { code: 'castingOk', facts };
}

const isLoopback = (host: string): boolean =>
  /(?:^|\.)localhost$/i.test(host) ||
  (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
