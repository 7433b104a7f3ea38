// Installs the operating system's packages that the tests need: browsers, ffmpeg and two font families.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail, run } from './install.mjs';

const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
/** Only Debian has this package. Without it, the journeys run in full Chromium and take about twice as long. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const FIREFOX = [
  process.env.FIREFOX_PATH,
  '/usr/lib/firefox-esr/firefox-esr',
  '/usr/lib/firefox/firefox',
];
const answers = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const canAddHeadlessShell = () =>
  !process.env.CHROMIUM_PATH &&
  !existsSync(`/usr/lib/chromium/${HEADLESS_SHELL}`) &&
  answers('apt-cache', ['show', HEADLESS_SHELL]);

function missing() {
  const isOnLinux = process.platform === 'linux';
  const wanted = [
    ['chromium', CHROMIUM.some((path) => path && existsSync(path))],
    ['firefox-esr', FIREFOX.some((path) => path && existsSync(path))],
    ['ffmpeg', answers('ffmpeg', ['-version']) && answers('ffprobe', ['-version'])],
    ['fonts-dejavu-core', !isOnLinux || existsSync('/usr/share/fonts/truetype/dejavu')],
    ['fonts-liberation', !isOnLinux || existsSync('/usr/share/fonts/truetype/liberation')],
  ];
  return wanted.filter(([, isThere]) => !isThere).map(([name]) => name);
}

/** Installs missing packages if apt is available. Otherwise prints exactly what to install. */
export function ensureSystemPackages() {
  const names = missing();
  if (names.length === 0 && !canAddHeadlessShell()) return;
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot ? [] : ['sudo', '-n'];
  const canInstall =
    answers('apt-get', ['--version']) && (isRoot || answers('sudo', ['-n', 'true']));
  if (canInstall) {
    console.log(`Installing ${names.join(', ') || HEADLESS_SHELL} …`);
    const apt = (...args) => {
      const [program, ...rest] = [
        ...sudo,
        'env',
        'DEBIAN_FRONTEND=noninteractive',
        'apt-get',
        ...args,
      ];
      // Hide hundreds of lines about unpacking, which would bury the results.
      return run(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
    };
    apt('update', '-qq');
    const packages = [...names, ...(canAddHeadlessShell() ? [HEADLESS_SHELL] : [])];
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  }
  const still = missing();
  if (still.length > 0)
    fail(
      `The tests need ${still.join(', ')}.\n` +
        `On Debian or Ubuntu, run: sudo apt-get install ${still.join(' ')}\n` +
        'On other systems, install Chromium and Firefox (set CHROMIUM_PATH and FIREFOX_PATH) and ffmpeg with ffprobe.',
    );
}
