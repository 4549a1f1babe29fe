import { createHash } from 'node:crypto';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
// Chooses the seed before the workers start.
import { seed } from '#tests/support/seed.ts';

/**
 * Tests that replace a module, the clock or the zone for their whole file, and the test of password hashes at their
 * real cost. They need no PostgreSQL.
 */
const isolated = [
  'server/identity/sign-in/common-passwords.test.ts',
  'server/platform/http/overload.test.ts',
  'server/platform/security/passwords.test.ts',
  'web/dates.test.ts',
];

/** Tests of the packages as others install them. */
const builtPackages = ['scripts/build-package.test.ts'];

/** The proof of PAY-03 and PAY-04, which `npm test` runs whether or not the sandbox has changed. */
const requiredOfPackages = ['packages/payment-sandbox/{control,keys}.test.ts'];

/** The files that take a minute or more; the names are those of the paths' ends. */
const longFiles = [
  'quality/faults/short.test.ts',
  'server/commands/backup.test.ts',
  'server/commands/move-data.test.ts',
  'tests/cross/authorisation.test.ts',
  'quality/fuzz/api.test.ts',
  'server/app/main.test.ts',
];

/** Vitest begins with the largest files. The long ones are small: without this they would begin last and run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Files in an order that the seed draws, so that none leans on those before it. */
class RandomOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lot = ({ moduleId }: TestSpecification) => createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    return files.toSorted((one, other) => lot(one).localeCompare(lot(other)));
  }
}

/** Loads of another page are ignored: the files of a worker share the window, which a late one would leave. */
const navigation = { disableMainFrameNavigation: true, disableFallbackToSetURL: true };

/** The order that is random: none by default, `files`, or `tests` for files and the tests in each. */
const randomOrder = process.env.RANDOM_ORDER;

/**
 * Unit, component and API tests. Four workers for two cores, because tests wait for other programs half the time; no
 * test is retried, and a test singled out by `.only` fails in CI.
 * The files of a worker share the loaded modules, those in `isolated` excepted: loading the server again for each file
 * takes 40 % of the processor time. The files of the server project share a PostgreSQL, those of the web project a
 * window, which is emptied after each test.
 */
export default defineConfig({
  oxc: { jsx: { importSource: '#jsx' } },
  test: {
    environment: 'node',
    setupFiles: ['tests/support/no-network.ts', 'tests/support/properties.ts'],
    pool: 'forks',
    maxWorkers: 4,
    sequence: { sequencer: randomOrder ? RandomOrder : LongestFirst, shuffle: randomOrder === 'tests', seed },
    retry: 0,
    tags: [{ name: 'long', description: 'Left out by `npm test`; `npm run test:rest` runs it.' }],
    // Only a test that hangs meets these limits, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    allowOnly: !process.env.CI,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,demo,tests,quality}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...isolated],
          isolate: false,
          // With the default of 16 MB, garbage collection takes a fifth of the processor time.
          execArgv: ['--max-semi-space-size=64'],
          alias: { '@node-rs/argon2': path.join(import.meta.dirname, 'tests/support/argon2.ts') },
          globalSetup: 'tests/support/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['{contract,stand-ins,web,lint,scripts}/**/*.test.ts', ...requiredOfPackages],
          exclude: [...configDefaults.exclude, ...builtPackages, ...isolated],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolated },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', ...builtPackages],
          exclude: [...configDefaults.exclude, ...requiredOfPackages],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['{web,tests/support/web}/**/*.test.tsx'],
          isolate: false,
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { width: 1440, height: 900, settings: { navigation } } },
          setupFiles: ['tests/support/web/setup.ts'],
          // Otherwise Node chooses the router's code for servers.
          execArgv: ['--conditions=development'],
        },
      },
    ],
  },
});
