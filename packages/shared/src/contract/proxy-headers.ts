/** Headers that browsers do not let a page set, by name, with the alias under which they are sent to the proxy. */
export const PROXY_HEADER_ALIASES = {
  cookie: 'x-cookie',
  referer: 'x-referer',
  origin: 'x-origin',
  'user-agent': 'x-user-agent',
  'x-real-ip': 'x-x-real-ip',
  // The plain header carries the session of the account server.
  authorization: 'x-authorization',
} as const;
