/** Headers that browsers don't let a page set. The page sends them to the proxy under these aliases. */
export const PROXY_HEADER_ALIASES = {
  cookie: 'x-cookie',
  referer: 'x-referer',
  origin: 'x-origin',
  'user-agent': 'x-user-agent',
  'x-real-ip': 'x-x-real-ip',
  // The plain header contains the session of the account server.
  authorization: 'x-authorization',
} as const;
