/**
 * `npm test`: every check and every test. `npm run test:fast` (`--fast`): the checks, the tests without a database, and
 * the server tests of what has changed. Stages that need one core run beside each other, so that two are busy. A failure
 * does not stop the rest. The last line is `N passed, N failed`; each check without tests of its own counts as one.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { areasOf, changedFiles } from './changed-areas.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scratch = mkdtempSync(join(temporaryFolder(), 'portal-run-'));
// PostgreSQL, which root starts as another user, must get through.
chmodSync(scratch, 0o755);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const browserReport = join(scratch, 'browser.json');
const tools = join(root, 'node_modules', '.bin');

// The rules of `lint/` are not here: their own tests check the repository.
const checks = [
  { name: 'types, server', command: 'tsc -p tsconfig.json --noEmit' },
  { name: 'types, web', command: 'tsc -p tsconfig.web.json --noEmit' },
  { name: 'types, sandbox script', command: 'tsc -p packages/payment-sandbox/browser/tsconfig.json --noEmit' },
  { name: 'types, tool kit', command: 'tsc -p packages/tool-kit/tsconfig.json --noEmit' },
  { name: 'lint', command: 'biome check --error-on-warnings .' },
  { name: 'dead code', command: 'knip --no-progress --no-config-hints' },
];

/** The browser tests and the test of the app's size use this build. */
const build = { name: 'build of the web app', command: 'node scripts/build-web.mjs' };

/** A machine without Chromium installs it while the processor is busy with the rest. */
const chromium = { name: 'Chromium', command: 'node tests/browser/support/find-chromium.ts' };

const browser = {
  name: 'browser tests',
  command: 'playwright test',
  count: () => countBrowser(readReport(browserReport)),
};

const { values } = parseArgs({ options: { fast: { type: 'boolean', default: false } } });
const unitFailures = [];
const results = values.fast ? await runFast() : await runWhole();
showFailedUnitTests();
summarise(results);

async function runWhole() {
  const unit = unitStage('unit tests', '--project=rest');
  const beside = await runBeside([build, unit], checks, [chromium]);
  const api = await runShown(unitStage('API tests', '--project=server'));
  const inBrowser = await runShown(browser);
  if (inBrowser.failed > 0) showBrowserFailures();
  return [...beside, api, inBrowser];
}

/** The size of the built app is left to `npm test`, which builds it. */
async function runFast() {
  const unit = unitStage('unit tests', '--project=rest --exclude=scripts/web-size.test.ts');
  const areas = ['rules.test.ts', ...areasOf(changedFiles())];
  const beside = await runBeside([unit], checks);
  const api = unitStage('rules and changed areas', `--project=server --passWithNoTests ${areas.join(' ')}`);
  return [...beside, await runShown(api)];
}

/**
 * Where the tests keep their databases and files: in memory where the system has a folder there with room, because making
 * and dropping hundreds of databases on a disk takes as long as the tests themselves.
 */
function temporaryFolder() {
  const inMemory = '/dev/shm';
  const neededBytes = 6 * 1024 ** 3;
  if (!existsSync(inMemory) || freemem() < 2 * neededBytes) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize < neededBytes ? tmpdir() : inMemory;
}

/** A run of Vitest over the tests that the further arguments choose. */
function unitStage(name, chosen) {
  const report = join(scratch, `${name}.json`);
  return {
    name,
    command: `vitest run --reporter=default --reporter=json --outputFile.json="${report}" ${chosen}`,
    count: () => countUnit(readReport(report)),
  };
}

/** Runs lists of stages beside each other, each list in order; shows the output of stages that fail. */
async function runBeside(...lists) {
  const runList = async (stages) => {
    const finished = [];
    for (const stage of stages) finished.push(await runStage(stage, { isShown: false }));
    return finished;
  };
  return (await Promise.all(lists.map(runList))).flat();
}

function runShown(stage) {
  console.log(`\n${stage.name}`);
  return runStage(stage, { isShown: true });
}

async function runStage({ name, command, count }, { isShown }) {
  const startedAt = Date.now();
  const { exitCode, output } = await run(command, isShown);
  const counted = count?.() ?? { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0 };
  const isUnexplained = counted.failed === 0 && (exitCode !== 0 || counted.passed === 0);
  if (!isShown) console.log(exitCode === 0 ? `${name}: passed` : `${name}: failed\n${output}`);
  // A stage that crashed, or found no test at all, has failed.
  const result = isUnexplained ? { ...counted, failed: 1 } : counted;
  return { name, seconds: (Date.now() - startedAt) / 1000, ...result };
}

function run(command, isShown) {
  return new Promise((resolve) => {
    const path = tools + delimiter + process.env.PATH;
    const env = { ...process.env, PATH: path, TMPDIR: scratch, BROWSER_REPORT: browserReport };
    const child = spawn(command, { cwd: root, env, shell: true, stdio: isShown ? 'inherit' : 'pipe' });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The exit code of the stage reports why there is none.
    return null;
  }
}

/** A file none of whose tests could run counts as one failed test. */
function countUnit(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  unitFailures.push(...report.testResults.filter(({ status }) => status === 'failed').map(describeFailure));
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function describeFailure({ name, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const reasons = failed.map((test) => `  ${test.fullName}\n    ${test.failureMessages.join('\n    ')}`);
  return { name, reasons: reasons.length > 0 ? reasons : [`  ${message}`] };
}

function countBrowser(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** Repeats at the end why unit tests failed: often only the end of a long log is kept. */
function showFailedUnitTests() {
  for (const file of unitFailures) console.log(`\n✗ ${file.name}\n${file.reasons.join('\n')}`);
}

/** What the pages of the failed tests showed, and the end of the portal's log: a CI run keeps nothing but what is printed. */
function showBrowserFailures() {
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

function summarise(stages) {
  const width = Math.max(...stages.map(({ name }) => name.length));
  console.log('');
  for (const { name, passed, failed, skipped, seconds } of stages) {
    const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(width)}  ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`);
  }
  const total = (field) => stages.reduce((sum, stage) => sum + stage[field], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  if (total('failed') > 0) process.exitCode = 1;
}
