import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { shiftClock } from '#tests/support/clock-shift.ts';
import { canInstallDebianPackages, installDebianPackages } from '#tests/support/debian.ts';
import { root, type Stage, vitestStage } from './test-stage.ts';

const secondsPerDay = 86_400;
const inDays = (days: number) => new Date(Date.now() + days * secondsPerDay * 1000);

const [auckland, losAngeles, london] = ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/London'];

/** The moment at which a run begins, and the second time zone in which it runs, beside UTC. */
const days: Record<string, { at: Date; zone: string }> = {
  '30-january': { at: new Date('2027-01-30T22:00Z'), zone: auckland },
  '31-january': { at: new Date('2027-01-31T12:00Z'), zone: losAngeles },
  // 32 days from this day are four days after the next renewal.
  '3-february': { at: new Date('2027-02-03T12:00Z'), zone: auckland },
  '28-february': { at: new Date('2028-02-28T12:00Z'), zone: auckland },
  '29-february': { at: new Date('2028-02-29T04:00Z'), zone: losAngeles },
  '1-march': { at: new Date('2027-03-01T02:00Z'), zone: losAngeles },
  // In London this day is half an hour old, while UTC still has the day before, on which summer time began.
  '29-march': { at: new Date('2027-03-29T00:30+01:00'), zone: london },
  '31-october': { at: new Date('2027-10-31T12:00Z'), zone: auckland },
  '30-november': { at: new Date('2027-11-30T12:00Z'), zone: auckland },
  '31-december': { at: new Date('2026-12-31T23:55Z'), zone: losAngeles },
  'half-a-year': { at: inDays(182), zone: losAngeles },
  'two-years': { at: inDays(730), zone: auckland },
};

const moneyAndTime = [
  ...['commerce/subscriptions', 'commerce/billing', 'commerce/payments', 'commerce/purchases', 'commerce/promotions'],
  ...['operations/analytics', 'operations/notifications', 'organisations', 'learning/learning', 'learning/assessment'],
  ...['pages/storefront', 'identity/sign-in'],
].map((folder) => `server/${folder}/`);

/**
 * Tests that wait for a timeout of PostgreSQL. libfaketime shows the true time to the signal that comes while
 * PostgreSQL waits, so PostgreSQL considers the signal too early and continues to wait.
 */
const waitForTimeouts = [
  'server/platform/database/migrate.test.ts',
  'server/platform/jobs/jobs.test.ts',
  'tests/cross/replica.test.ts',
];

/** A day, and the time zone of the process. */
type DateRun = { day: string; at: Date; zone: string };

/** Every day in UTC and in its second time zone. */
const runs = Object.entries(days).flatMap(([day, { at, zone }]): DateRun[] => [
  { day, at, zone: 'UTC' },
  { day, at, zone },
]);

export const dayNames = Object.keys(days);

/** Returns the runs of a day and a time zone; of every day without `day`, in both zones without `zone`. */
export function runsOf({ day, zone }: { day?: string | undefined; zone?: string | undefined }): DateRun[] {
  return runs.filter((run) => (day ?? run.day) === run.day && (zone ?? run.zone) === run.zone);
}

/**
 * Returns today's run of the features of money and time: the runs take turns by day. Returns null without libfaketime.
 */
export function stageOfToday(): Promise<Stage | null> {
  const dayOfYear = Math.floor((Date.now() - Date.UTC(new Date().getUTCFullYear())) / secondsPerDay / 1000);
  const [run] = runs.slice(dayOfYear % runs.length);
  return run ? makeStage(run, "--tags-filter='!long'", moneyAndTime) : Promise.resolve(null);
}

export const lacksLibrary =
  'the clock cannot be shifted without libfaketime. Install the package libfaketime of Debian or Ubuntu.';

/**
 * Returns a stage that runs tests on another day, their files in random order. The shift of the clock is computed from now, so run the stage at
 * once.
 * @param files paths or beginnings of paths; all tests when there are none
 * @returns null without libfaketime
 */
export async function makeStage(
  { day, at, zone }: DateRun,
  words: string,
  files: readonly string[],
): Promise<Stage | null> {
  const library = await findLibrary();
  if (!library) return null;
  const excluded = (await listLeftOut()).map((file) => `--exclude=${file}`);
  const seconds = Math.round((at.getTime() - Date.now()) / 1000);
  return vitestStage(`${day} in ${zone}`, [words, ...excluded, ...files].join(' '), {
    environment: { ...shiftClock(library, seconds), TZ: zone, RANDOM_ORDER: 'files' },
    alone: `npm run test:dates -- --day=${day} --zone=${zone}`,
  });
}

async function findLibrary(): Promise<string | null> {
  const search = async () => {
    for await (const file of glob('/usr/lib/{*/,}faketime/libfaketime.so.1')) return file;
    return null;
  };
  const found = await search();
  if (found || !canInstallDebianPackages()) return found;
  console.log('No libfaketime on this machine: installing it by apt-get.');
  await installDebianPackages(['libfaketime']);
  return search();
}

/**
 * Lists the tests that the stage excludes: `waitForTimeouts`, and those that start programs, whose clocks show the true
 * time.
 */
async function listLeftOut(): Promise<string[]> {
  const found = [...waitForTimeouts];
  for await (const file of glob('{lint,packages,quality,scripts,server,tests}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })) {
    const text = await readFile(path.join(root, file), 'utf8');
    if (/from '(node:child_process|#tests\/support\/process\.ts)'/.test(text)) found.push(file);
  }
  return found;
}
