/**
 * Runs the tests and checks of the product.
 *
 * - `npm test`: every check, and every test but the long ones and, unless a package has changed, those of the packages.
 * - `npm run test:rest` (`--rest`): the tests tagged `long`, those of the packages, the screens at all widths and in
 *   both themes, the tests of money and time on another day (scripts/dates.ts), and files and tests in random order.
 * - `npm run test:all` (`--all`): both.
 * - `npm run test:fast` (`--fast`): the checks, the tests without a database, and the API tests of changed files.
 *
 * Stages that need one core run at the same time, so that two cores are busy. The last line is `N passed, N failed`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seed } from '#tests/support/seed.ts';
import { areasOf, changedFiles } from './changed-areas.ts';
import { lacksLibrary, stageOfToday } from './dates.ts';
import { idsWithoutTest, titlesFile } from './requirements.ts';
import { makeScratchFolder } from './scratch-folder.ts';
import { summarise } from './summary.ts';
import { playwrightStage, root, runBeside, type Stage, type StageResult, vitestStage } from './test-stage.ts';

const { values: chosen } = parseArgs({
  options: {
    fast: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
const scratch = makeScratchFolder();
const changed = changedFiles();

// The rules of `lint/` are not in this list, because their own tests check the repository.
const checks: Stage[] = [
  { name: 'types, server', command: 'tsc -p tsconfig.json --noEmit' },
  { name: 'types, web', command: 'tsc -p tsconfig.web.json --noEmit' },
  { name: 'types, sandbox script', command: 'tsc -p packages/payment-sandbox/browser/tsconfig.json --noEmit' },
  { name: 'types, tool kit', command: 'tsc -p packages/tool-kit/tsconfig.json --noEmit' },
  { name: 'types, client', command: 'tsc -p packages/client/tsconfig.json --noEmit' },
  { name: 'lint', command: 'biome check --error-on-warnings .' },
  { name: 'dead code', command: 'knip --no-progress --no-config-hints' },
];

/** `npm test` runs the packages' tests when a package has changed, and `npm run test:rest` always. */
const packages: Stage = vitestStage('packages', '--project=packages');

/** The browser tests and the test of the app's size use this build. */
const build: Stage = { name: 'build of the web app', command: 'node scripts/build-web.mjs' };

/** A machine without Chromium downloads it while other stages run. */
const chromium: Stage = { name: 'Chromium', command: 'node tests/browser/support/find-chromium.ts' };

/** The projects of vitest.config.ts whose tests need no database. */
const withoutDatabase = '--project=rest --project=isolated --project=web';

console.log(`Seed ${seed}: SEED=${seed} repeats the random tests of this run.`);
if (chosen.fast) summarise('npm run test:fast', await runFast());
else if (chosen.rest) summarise('npm run test:rest', await runRest());
else if (chosen.all) summarise('npm run test:all', [...(await runQuick()), ...(await runRest())]);
else summarise('npm test', await runQuick());

async function runQuick(): Promise<StageResult[]> {
  const unit = vitestStage('unit and component tests', `${withoutDatabase} --tags-filter='!long'`);
  const api = vitestStage('API tests', "--project=server --tags-filter='!long'");
  const browser = playwrightStage('browser tests', '--grep-invert @long');
  const arePackagesDue = chosen.all || changed.some((file) => file.startsWith('packages/'));
  const beside = await runBeside(scratch, [[build, unit, ...(arePackagesDue ? [packages] : [])], checks, [chromium]]);
  const tests = await runBeside(scratch, [[api, browser]]);
  const whole = [...beside, ...tests];
  const titles = whole.flatMap((stage) => stage.titles);
  writeFileSync(join(root, titlesFile), JSON.stringify(titles));
  return [...whole, checkRequirements(titles)];
}

async function runRest(): Promise<StageResult[]> {
  const first = chosen.all ? [] : await runBeside(scratch, [[build, packages], [chromium]]);
  const api = vitestStage('long API tests', `--project=server ${withoutDatabase} --tags-filter=long`);
  const browser = playwrightStage('long browser tests', "--grep '@long|@layout'", {
    environment: { LAYOUT: 'full' },
    alone: 'LAYOUT=full npm run test:one --',
  });
  // API tests of one file build on each other, so that the stage of dates has only its files in random order.
  const anyOrder = vitestStage('unit and component tests in random order', `${withoutDatabase} --tags-filter='!long'`, {
    environment: { RANDOM_ORDER: 'tests' },
    alone: `RANDOM_ORDER=tests SEED=${seed} npm run test:one --`,
  });
  const results = [...first, ...(await runBeside(scratch, [[api, anyOrder]]))];
  const dates = await stageOfToday();
  if (dates) results.push(...(await runBeside(scratch, [[dates]])));
  else console.log(`Dates are left out: ${lacksLibrary}`);
  return [...results, ...(await runBeside(scratch, [[browser]]))];
}

/** Leaves out the test of the built app's size, because this run does not build the app. */
async function runFast(): Promise<StageResult[]> {
  const unit = vitestStage(
    'unit and component tests',
    `${withoutDatabase} --tags-filter='!long' --exclude=scripts/web-size.test.ts`,
  );
  const areas = ['rules.test.ts', ...areasOf(changed)];
  const api = vitestStage('rules and changed areas', `--project=server --tags-filter='!long' ${areas.join(' ')}`);
  return [...(await runBeside(scratch, [[unit], checks])), ...(await runBeside(scratch, [[api]]))];
}

/** Fails for every requirement that no test of this run names. */
function checkRequirements(titles: readonly string[]): StageResult {
  const open = idsWithoutTest(titles);
  const failures = open.map((id) => ({
    file: 'docs/requirements.md',
    title: null,
    reasons: [`${id} has no test`],
    alone: null,
  }));
  const counts = { passed: open.length > 0 ? 0 : 1, failed: open.length > 0 ? 1 : 0, skipped: 0 };
  return { name: 'requirements', ...counts, seconds: 0, processorSeconds: 0, titles: [], failures };
}
