/**
 * `npm run test:dates -- [--day=<name>] [--zone=<zone>] [--long] [files]`: unit and API tests on days that programs get
 * wrong, those tagged `long` only when asked. The clocks of Node and PostgreSQL are shifted together by Debian's
 * libfaketime, each day in UTC and in another zone of the process. `--one-of-the-days` takes the day and zone whose turn
 * it is, for the features of money and time.
 */
import { spawn } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { shiftClock } from '#tests/support/clock-shift.ts';
import { canInstallDebianPackages, installDebianPackages } from '#tests/support/debian.ts';
import { notPossibleHere } from './test-stage.ts';

const root = path.resolve(import.meta.dirname, '..');
const secondsPerDay = 86_400;
const inDays = (days: number) => new Date(Date.now() + days * secondsPerDay * 1000);

const [auckland, losAngeles, london] = ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/London'];

/** When a run begins, and the zone of its process beside UTC. */
const days: Record<string, { at: Date; zone: string }> = {
  '30-january': { at: new Date('2027-01-30T22:00Z'), zone: auckland },
  '31-january': { at: new Date('2027-01-31T12:00Z'), zone: losAngeles },
  // 32 days from here are four days after the next renewal.
  '3-february': { at: new Date('2027-02-03T12:00Z'), zone: auckland },
  '28-february': { at: new Date('2028-02-28T12:00Z'), zone: auckland },
  '29-february': { at: new Date('2028-02-29T04:00Z'), zone: losAngeles },
  '1-march': { at: new Date('2027-03-01T02:00Z'), zone: losAngeles },
  // The first half hour of a day in London that is still the day before in UTC: summer time began 24 hours earlier.
  '29-march': { at: new Date('2027-03-29T00:30+01:00'), zone: london },
  '31-october': { at: new Date('2027-10-31T12:00Z'), zone: auckland },
  '30-november': { at: new Date('2027-11-30T12:00Z'), zone: auckland },
  '31-december': { at: new Date('2026-12-31T23:55Z'), zone: losAngeles },
  'half-a-year': { at: inDays(182), zone: losAngeles },
  'two-years': { at: inDays(730), zone: auckland },
};

const moneyAndTime = [
  ...['subscriptions', 'billing', 'payments', 'purchases', 'promotions', 'analytics', 'organisations', 'learning'],
  ...['assessment', 'notifications', 'storefront', 'sign-in'],
].map((feature) => `server/features/${feature}/`);

/**
 * Tests that wait for a timeout of PostgreSQL. libfaketime shows the true time to the signal that comes while PostgreSQL
 * waits, so that PostgreSQL takes it for too early and waits on.
 */
const waitForTimeouts = [
  'server/platform/database/migrate.test.ts',
  'server/platform/jobs/jobs.test.ts',
  'server/replica.test.ts',
];

type Run = { day: string; at: Date; zone: string };
type Result = Run & { passed: number; failed: string[] };

const { values, positionals } = parseArgs({
  options: {
    day: { type: 'string' },
    zone: { type: 'string' },
    long: { type: 'boolean' },
    'one-of-the-days': { type: 'boolean' },
  },
  allowPositionals: true,
});
const library = await findLibrary();
const leftOut = await listLeftOut();
const results: Result[] = [];
for (const run of chooseRuns()) results.push(await runTests(run));
summarise();

function chooseRuns(): Run[] {
  const all = Object.entries(days).flatMap(([day, { at, zone }]) =>
    ['UTC', zone].map((one) => ({ day, at, zone: one })),
  );
  if (values['one-of-the-days']) {
    const dayOfYear = Math.floor((Date.now() - Date.UTC(new Date().getUTCFullYear())) / secondsPerDay / 1000);
    return all.slice(dayOfYear % all.length).slice(0, 1);
  }
  const chosen = all.filter(({ day, zone }) => (values.day ?? day) === day && (values.zone ?? zone) === zone);
  if (chosen.length > 0) return chosen;
  console.error(`No such day or zone. The days are ${Object.keys(days).join(', ')}; each has UTC and one other zone.`);
  process.exit(1);
}

async function findLibrary(): Promise<string> {
  const search = async () => {
    for await (const file of glob('/usr/lib/{*/,}faketime/libfaketime.so.1')) return file;
    return null;
  };
  const found = await search();
  if (found) return found;
  if (canInstallDebianPackages()) {
    console.log('No libfaketime on this machine: installing it by apt-get.');
    await installDebianPackages(['libfaketime']);
  }
  const installed = await search();
  if (installed) return installed;
  console.error(
    'The clock cannot be shifted without libfaketime: install the package libfaketime of Debian or Ubuntu.',
  );
  process.exit(values['one-of-the-days'] ? notPossibleHere : 1);
}

/** Adds the tests that start programs in an environment of their own, whose clock is right and differs from the test's. */
async function listLeftOut(): Promise<string[]> {
  const found = [...waitForTimeouts];
  for await (const file of glob('{lint,packages,scripts,server,tests}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })) {
    const text = await readFile(path.join(root, file), 'utf8');
    if (/from '(node:child_process|#tests\/support\/process\.ts)'/.test(text)) found.push(file);
  }
  return found;
}

async function runTests(run: Run): Promise<Result> {
  const files = values['one-of-the-days'] && positionals.length === 0 ? moneyAndTime : positionals;
  console.log(`\n${nameOf(run)}: the clock begins at ${run.at.toISOString()}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-dates-'));
  const report = path.join(folder, 'report.json');
  const seconds = Math.round((run.at.getTime() - Date.now()) / 1000);
  const env = { ...process.env, ...shiftClock(library, seconds), TZ: run.zone };
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const filters = [...leftOut.map((file) => `--exclude=${file}`), ...(values.long ? [] : ['--tags-filter=!long'])];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const exitCode = await new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, [vitest, 'run', ...filters, ...reporters, ...files], {
        cwd: root,
        env,
        stdio: 'inherit',
      });
      child.on('close', resolve);
    });
    return { ...run, ...count(await readReport(report), exitCode) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Report = {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
};

async function readReport(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    // Vitest ended before it wrote one, which its exit code reports.
    return null;
  }
}

/** A file that could not run counts as one failed test, and so does a run that ended badly without a failed test. */
function count(report: Report | null, exitCode: number | null): Pick<Result, 'passed' | 'failed'> {
  const failed = (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length > 0) return tests.map(({ fullName }) => `${file}: ${fullName}`);
    return status === 'failed' ? [`${file}: the file itself`] : [];
  });
  if (failed.length === 0 && exitCode !== 0) failed.push(`Vitest ended with ${exitCode}`);
  return { passed: report?.numPassedTests ?? 0, failed };
}

function summarise(): void {
  console.log('');
  for (const { passed, failed, ...run } of results) {
    console.log(`${failed.length > 0 ? '✗' : '✓'} ${nameOf(run)}  ${passed} passed, ${failed.length} failed`);
    for (const test of failed) console.log(`    ${test}`);
    if (failed.length > 0) console.log(`    npm run test:dates -- --day=${run.day} --zone=${run.zone} <file>`);
  }
  const failed = results.reduce((sum, result) => sum + result.failed.length, 0);
  console.log(`\n${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

function nameOf({ day, zone }: Run): string {
  return `${day} in ${zone}`;
}
