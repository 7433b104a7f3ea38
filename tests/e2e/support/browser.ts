import { existsSync } from 'node:fs';
import {
  chromium,
  type LaunchOptions,
  type PlaywrightTestOptions,
  type PlaywrightWorkerOptions,
} from '@playwright/test';

const SYSTEM_CHROMIUM = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--log-level=3',
  // Only loopback can be reached, so a forgotten fake is noticed at once.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
  '--autoplay-policy=no-user-gesture-required',
];

function optionsOf(path: string | undefined): LaunchOptions {
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    args: ARGS,
    env: {
      ...environment(),
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/dev/null',
      DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/dev/null',
    },
  };
}

/** Full Chromium: the one that CHROMIUM_PATH names, Playwright's own download, or the system's. */
export function launchOptions(): LaunchOptions {
  if (process.env.CHROMIUM_PATH) return optionsOf(process.env.CHROMIUM_PATH);
  if (existsSync(chromium.executablePath()))
    return { ...optionsOf(undefined), channel: 'chromium' };
  return optionsOf(SYSTEM_CHROMIUM.find((path) => existsSync(path)));
}

/** The same for `test.use` of journeys that the headless shell cannot play. */
export function fullChromium() {
  const { channel, ...options } = launchOptions();
  return { ...(channel === undefined ? {} : { channel }), launchOptions: options };
}

/**
 * Debian's headless shell, which plays journeys in about half the time; full Chromium if it is missing. The shell has
 * no extensions, no picture-in-picture windows and no other windows of the browser itself.
 */
export function headlessChromium() {
  const isWanted = !process.env.CHROMIUM_PATH && existsSync(HEADLESS_SHELL);
  return isWanted ? { launchOptions: optionsOf(HEADLESS_SHELL) } : fullChromium();
}

const FIREFOX_PATHS = ['/usr/lib/firefox-esr/firefox-esr', '/usr/lib/firefox/firefox'];

/** Debian's Firefox, driven by WebDriver BiDi. Like Chromium it reaches loopback only, and autoplay is allowed. */
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
