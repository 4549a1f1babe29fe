/**
 * The proof of the product.
 *
 * - `npm test`: every check, and every test but the long ones.
 * - `npm run test:rest` (`--rest`): the tests tagged `long`, and the screens at all widths and in both themes.
 * - `npm run test:all` (`--all`): both.
 * - `npm run test:fast` (`--fast`): the checks, the tests without a database, and the API tests of what has changed.
 *
 * Stages that need one core run beside each other, so that two are busy. The last line is `N passed, N failed`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seed } from '#tests/support/seed.ts';
import { areasOf, changedFiles } from './changed-areas.ts';
import { idsWithoutTest, titlesFile } from './requirements.ts';
import { makeScratchFolder } from './scratch-folder.ts';
import { countsOf, formatSeconds, root, runBeside, type Stage, type StageResult } from './test-stage.ts';

type Budget = Record<string, { seconds: number; processorSeconds: number }>;

const { values: chosen } = parseArgs({
  options: {
    fast: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
const scratch = makeScratchFolder();

// The rules of `lint/` are not here: their own tests check the repository.
const checks: Stage[] = [
  { name: 'types, server', command: 'tsc -p tsconfig.json --noEmit' },
  { name: 'types, web', command: 'tsc -p tsconfig.web.json --noEmit' },
  { name: 'types, sandbox script', command: 'tsc -p packages/payment-sandbox/browser/tsconfig.json --noEmit' },
  { name: 'types, tool kit', command: 'tsc -p packages/tool-kit/tsconfig.json --noEmit' },
  { name: 'lint', command: 'biome check --error-on-warnings .' },
  { name: 'dead code', command: 'knip --no-progress --no-config-hints' },
];

/** The browser tests and the test of the app's size use this build. */
const build: Stage = { name: 'build of the web app', command: 'node scripts/build-web.mjs' };

/** One of the days that programs get wrong, in turn. */
const dates: Stage = { name: 'dates', command: 'node scripts/test-dates.ts --one-of-the-days' };

/** A machine without Chromium installs it while the processor is busy with the rest. */
const chromium: Stage = { name: 'Chromium', command: 'node tests/browser/support/find-chromium.ts' };

console.log(`Seed ${seed}: SEED=${seed} repeats the random tests of this run.`);
const startedAt = performance.now();
const results = chosen.fast ? await runFast() : await runChosen();
showFailures(results);
summarise(results);

async function runChosen(): Promise<StageResult[]> {
  const quick = chosen.rest ? [] : await runQuick();
  const rest = chosen.rest || chosen.all ? await runRest() : [];
  return [...quick, ...rest];
}

async function runQuick(): Promise<StageResult[]> {
  const unit = vitest('unit and component tests', "--project=rest --project=web --tags-filter='!long'");
  const api = vitest('API tests', "--project=server --tags-filter='!long'");
  const browser = playwright('browser tests', '--grep-invert @long');
  const beside = await runBeside(scratch, [[build, unit], checks, [chromium]]);
  const tests = await runBeside(scratch, [[api, browser]]);
  const whole = [...beside, ...tests];
  const titles = whole.flatMap((stage) => stage.titles);
  writeFileSync(join(root, titlesFile), JSON.stringify(titles));
  return [...whole, checkRequirements(titles)];
}

async function runRest(): Promise<StageResult[]> {
  const first = chosen.all ? [] : await runBeside(scratch, [[build], [chromium]]);
  const api = vitest('long API tests', '--tags-filter=long');
  const browser = playwright('long browser tests', "--grep '@long|@layout'", { LAYOUT: 'full' });
  return [...first, ...(await runBeside(scratch, [[api, dates, browser]]))];
}

/** The size of the built app is left to `npm test`, which builds it. */
async function runFast(): Promise<StageResult[]> {
  const unit = vitest(
    'unit and component tests',
    "--project=rest --project=web --tags-filter='!long' --exclude=scripts/web-size.test.ts",
  );
  const areas = ['rules.test.ts', ...areasOf(changedFiles())];
  const api = vitest('rules and changed areas', `--project=server --tags-filter='!long' ${areas.join(' ')}`);
  return [...(await runBeside(scratch, [[unit], checks])), ...(await runBeside(scratch, [[api]]))];
}

function vitest(name: string, words: string, environment = {}): Stage {
  const reporters = '--reporter=default --reporter=./tests/support/report/vitest-reporter.ts';
  return { name, command: `vitest run ${reporters} ${words}`, hasTests: true, environment };
}

function playwright(name: string, words: string, environment = {}): Stage {
  const reporters = '--reporter=list,./tests/support/report/playwright-reporter.ts';
  return { name, command: `playwright test ${reporters} ${words}`, hasTests: true, environment };
}

/** Every requirement is proved by a test that has just run. */
function checkRequirements(titles: readonly string[]): StageResult {
  const open = idsWithoutTest(titles);
  const failures = open.map((id) => ({ file: 'docs/requirements.md', title: null, reasons: [`${id} has no test`] }));
  const counts = { passed: open.length > 0 ? 0 : 1, failed: open.length > 0 ? 1 : 0, skipped: 0 };
  return { name: 'requirements', ...counts, seconds: 0, processorSeconds: 0, titles: [], failures };
}

/** Repeats at the end why tests failed and how to run each alone: often only the end of a long log is kept. */
function showFailures(stages: readonly StageResult[]): void {
  for (const { file, title, reasons } of stages.flatMap(({ failures }) => failures)) {
    console.log(`\n✗ ${file}${title ? ` > ${title}` : ''}`);
    for (const reason of reasons) console.log(reason.replaceAll(/^/gm, '  '));
    if (title) console.log(`  Alone: npm run test:one -- ${file}`);
  }
  if (stages.some(({ name, failed }) => name.includes('browser') && failed > 0)) showBrowserState();
}

/** What the pages of the failed tests showed, and the end of the portal's log: a CI run keeps nothing but what is printed. */
function showBrowserState(): void {
  const folder = join(root, 'test-results', 'browser');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const pages = names.map((name) => join(folder, name, 'error-context.md')).filter(existsSync);
  for (const file of pages.slice(0, 3)) {
    console.log(`\n${file}\n${readFileSync(file, 'utf8').split('\n').slice(0, 80).join('\n')}`);
  }
  const log = join(root, 'test-results', 'portal.log');
  if (!existsSync(log)) return;
  console.log(`\nThe end of test-results/portal.log\n${readFileSync(log, 'utf8').split('\n').slice(-40).join('\n')}`);
}

function summarise(stages: readonly StageResult[]): void {
  const budget: Budget = JSON.parse(readFileSync(join(root, 'tests', 'budget.json'), 'utf8'));
  const total = (field: 'passed' | 'failed' | 'skipped') => stages.reduce((sum, stage) => sum + stage[field], 0);
  const processor = stages.map(({ processorSeconds }) => processorSeconds ?? Number.NaN);
  const whole = {
    name: chosen.fast
      ? 'npm run test:fast'
      : chosen.rest
        ? 'npm run test:rest'
        : chosen.all
          ? 'npm run test:all'
          : 'npm test',
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    seconds: (performance.now() - startedAt) / 1000,
    processorSeconds: processor.reduce((sum, seconds) => sum + seconds, 0),
  };
  const rows = [...stages, whole];
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`\n  ${''.padEnd(width)}     time  processor`);
  for (const row of rows) {
    const seconds = formatSeconds(row.seconds).padStart(8);
    const used = `${Math.round(row.processorSeconds ?? Number.NaN)} s`.padStart(10);
    console.log(`${row.failed > 0 ? '✗' : '✓'} ${row.name.padEnd(width)} ${seconds} ${used}  ${countsOf(row)}`);
  }
  for (const { name, seconds, processorSeconds } of rows) {
    const limit = budget[name];
    if (!limit) continue;
    if (seconds > limit.seconds)
      warn(`${name} took ${formatSeconds(seconds)}; its budget is ${formatSeconds(limit.seconds)}`);
    const used = Math.round(processorSeconds ?? 0);
    if (used > limit.processorSeconds) {
      warn(`${name} used ${used} s of processor; its budget is ${limit.processorSeconds} s`);
    }
  }
  console.log(`\n${whole.passed} passed, ${whole.failed} failed`);
  if (whole.failed > 0) process.exitCode = 1;
}

function warn(sentence: string): void {
  console.log(`Warning: ${sentence} (tests/budget.json).`);
}
