// Installs what the tests need from the operating system: two browsers, ffmpeg and two font families.
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
const FIREFOX = [
  process.env.FIREFOX_PATH,
  '/usr/lib/firefox-esr/firefox-esr',
  '/usr/lib/firefox/firefox',
];
const answers = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

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

/** Installs Debian's packages when something is missing and apt is there; otherwise says exactly what to install. */
export function ensureSystemPackages() {
  const names = missing();
  if (names.length === 0) return;
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot ? [] : ['sudo', '-n'];
  const canInstall =
    answers('apt-get', ['--version']) && (isRoot || answers('sudo', ['-n', 'true']));
  if (canInstall) {
    console.log(`Installing ${names.join(', ')} …`);
    const apt = (...args) => {
      const [program, ...rest] = [
        ...sudo,
        'env',
        'DEBIAN_FRONTEND=noninteractive',
        'apt-get',
        ...args,
      ];
      // Hundreds of lines about unpacking would bury the results.
      return run(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
    };
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  }
  const still = missing();
  if (still.length > 0)
    fail(
      `The tests need: ${still.join(', ')}.\n` +
        `On Debian or Ubuntu: sudo apt-get install ${still.join(' ')}\n` +
        'Elsewhere install Chromium and Firefox (name them in CHROMIUM_PATH and FIREFOX_PATH) and ffmpeg with ffprobe.',
    );
}
