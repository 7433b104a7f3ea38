import { existsSync } from 'node:fs';
import {
  chromium,
  type LaunchOptions,
  type PlaywrightTestOptions,
  type PlaywrightWorkerOptions,
} from '@playwright/test';

/** Playwright's own download, unless CHROMIUM_PATH names another or only the system has one. */
function executablePath(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(chromium.executablePath())) return undefined;
  const known = ['chromium/chromium', 'chromium-browser/chromium-browser'].map(
    (path) => `/usr/lib/${path}`,
  );
  return [...known, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
}

/** Nothing but loopback can be reached, so a forgotten fake shows up at once; no D-Bus chatter; movies may start by themselves. */
export function launchOptions(): LaunchOptions {
  const path = executablePath();
  return {
    ...(path === undefined ? { channel: 'chromium' } : { executablePath: path }),
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--log-level=3',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
      '--autoplay-policy=no-user-gesture-required',
    ],
    env: {
      ...environment(),
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/dev/null',
      DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/dev/null',
    },
  };
}

const FIREFOX_PATHS = ['/usr/lib/firefox-esr/firefox-esr', '/usr/lib/firefox/firefox'];

/** Debian's Firefox, driven by WebDriver BiDi. As Chromium it reaches loopback only, and movies may start by themselves. */
export function firefoxOptions(): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  const path = process.env.FIREFOX_PATH ?? FIREFOX_PATHS.find((one) => existsSync(one));
  return {
    channel: 'moz-firefox',
    launchOptions: {
      ...(path === undefined ? {} : { executablePath: path }),
      firefoxUserPrefs: {
        'network.proxy.type': 1,
        'network.proxy.http': '127.0.0.1',
        'network.proxy.http_port': CLOSED_PORT,
        'network.proxy.ssl': '127.0.0.1',
        'network.proxy.ssl_port': CLOSED_PORT,
        'network.proxy.no_proxies_on': '127.0.0.1, localhost',
        'network.proxy.allow_hijacking_localhost': false,
        'media.autoplay.default': 0,
        'media.autoplay.blocking_policy': 0,
      },
    },
  };
}

/** Nothing listens on "discard". */
const CLOSED_PORT = 9;

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
