// Decides who may watch the operator's own sources: folders, WebDAV, Jellyfin, Emby and the manifest.
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '#config/config.ts';
import { isForeignPage, type KnownOrigins } from '#http/public-url.ts';
import type { CachedScraper } from './run-cache.ts';

export type SourceAccessConfig = Pick<
  Config,
  'OWN_SOURCES' | 'HOST' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'
>;

/** Headers of reverse proxies and tunnels. They make a loopback HOST reachable from elsewhere. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/** Returns OWN_SOURCES. If unset: everyone on a server that only its own machine can reach, otherwise accounts. */
export function operatorSourcesFor(config: SourceAccessConfig): 'accounts' | 'everyone' {
  if (config.OWN_SOURCES !== undefined) return config.OWN_SOURCES;
  const { HOST, PUBLIC_URL, TRUSTED_PROXIES } = config;
  const isPublished = PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname);
  const isForThisMachine = isLoopback(HOST) && !isPublished && TRUSTED_PROXIES.length === 0;
  return isForThisMachine ? 'everyone' : 'accounts';
}

/**
 * Returns whether a request may use operator sources without an account. On a loopback HOST, the Host header must name
 * this machine or PUBLIC_URL, because another site can resolve its name to this server (DNS rebinding).
 */
export function openToRequest(
  config: SourceAccessConfig,
): (request: Pick<FastifyRequest, 'host' | 'headers'>) => boolean {
  if (operatorSourcesFor(config) === 'accounts') return () => false;
  if (!isLoopback(config.HOST)) return () => true;
  const { OWN_SOURCES, PUBLIC_URL } = config;
  const publicHost = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).host;
  return ({ host, headers }) => {
    const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
    if (OWN_SOURCES === undefined && isForwarded) return false;
    const named = URL.parse(`http://${host}`);
    return named !== null && (isLoopback(named.hostname) || named.host === publicHost);
  };
}

/**
 * Returns whether the client runs on a machine that alone can reach the server. The client then belongs to the
 * operator.
 */
export function isFromOperatorMachine(
  config: SourceAccessConfig,
): (request: Pick<FastifyRequest, 'host' | 'headers'>) => boolean {
  return openToRequest({ ...config, OWN_SOURCES: undefined });
}

/** Returns the log line at startup. */
export function describeSourceAccess(config: SourceAccessConfig, ids: readonly string[]): string {
  const sources = `operator sources (${ids.join(', ')})`;
  if (operatorSourcesFor(config) === 'accounts') {
    return `${sources}: only logged-in accounts can watch them.`;
  }
  return config.OWN_SOURCES === undefined
    ? `${sources}: everyone on this machine can watch them. Behind a reverse proxy, set OWN_SOURCES=accounts.`
    : `${sources}: everyone who can reach this server can watch them (OWN_SOURCES=everyone).`;
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}

export interface ScraperAccess {
  readonly scraper: CachedScraper;
  /**
   * The sign-in session that stream tokens of operator sources end with. Unset if they need no account.
   */
  readonly accountSession?: string | undefined;
}

export type ScraperFor = (request: FastifyRequest) => Promise<ScraperAccess>;

/** Unset if the request may not use the operator's own sources. */
export type OperatorAccess = Pick<ScraperAccess, 'accountSession'> | undefined;

export interface OperatorAccessOptions extends KnownOrigins {
  /** Returns whether the request needs no account. */
  readonly isOpen: (request: FastifyRequest) => boolean;
  /** Returns the session ID that an `Authorization` header proves. Undefined if it proves none. */
  readonly sessionIn: (authorization: string | undefined) => Promise<string | undefined>;
}

export type OperatorAccessFor = (request: FastifyRequest) => Promise<OperatorAccess>;

export function createOperatorAccess(options: OperatorAccessOptions): OperatorAccessFor {
  const { isOpen, sessionIn } = options;
  return async (request) => {
    if (isForeignPage(request, options)) return undefined;
    if (isOpen(request)) return {};
    const accountSession = await sessionIn(request.headers.authorization);
    return accountSession === undefined ? undefined : { accountSession };
  };
}

export interface ScraperForOptions {
  /** Searches all sources. */
  readonly all: CachedScraper;
  /** Searches all sources except the operator's own, with a separate cache. */
  readonly withoutOperator: CachedScraper;
  readonly accessOf: OperatorAccessFor;
}

export function createScraperFor(options: ScraperForOptions): ScraperFor {
  const { all, withoutOperator, accessOf } = options;
  return async (request) => {
    const access = await accessOf(request);
    return access === undefined ? { scraper: withoutOperator } : { scraper: all, ...access };
  };
}
