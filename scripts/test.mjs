/**
 * `npm test`: every check and every test, the quickest first. `npm run test:fast` (`--fast`): the checks, the tests
 * without a database, and the server tests of what has changed. A failure does not stop the rest. The last line is
 * `N passed, N failed`; each check without tests of its own counts as one.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { areasOf, changedFiles } from './changed-areas.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), 'portal-reports-'));
const browserReport = join(reports, 'browser.json');
const tools = join(root, 'node_modules', '.bin');

const checks = [
  { name: 'types, server', command: 'tsc -p tsconfig.json --noEmit' },
  { name: 'types, web', command: 'tsc -p tsconfig.web.json --noEmit' },
  { name: 'types, sandbox script', command: 'tsc -p packages/payment-sandbox/browser/tsconfig.json --noEmit' },
  { name: 'types, tool kit', command: 'tsc -p packages/tool-kit/tsconfig.json --noEmit' },
  { name: 'lint', command: 'biome check --error-on-warnings .' },
  { name: 'directions', command: 'node lint/directions.ts' },
  { name: 'house', command: 'node lint/house.ts' },
  { name: 'dead code', command: 'knip --no-progress --no-config-hints' },
];

/** A run of Vitest: of everything, or of what the further arguments choose. */
function unitStage(name, chosen = '') {
  const report = join(reports, `${name}.json`);
  return {
    name,
    command: `vitest run --reporter=default --reporter=json --outputFile.json="${report}" ${chosen}`,
    count: () => countUnit(readReport(report)),
  };
}

const build = { name: 'build of the web app', command: 'node scripts/build-web.mjs' };
const browser = {
  name: 'browser tests',
  command: 'playwright test',
  count: () => countBrowser(readReport(browserReport)),
};

const { values } = parseArgs({ options: { fast: { type: 'boolean', default: false } } });
const whole = [unitStage('unit and API tests'), build, browser];
const unitFailures = [];
const results = await inPairs(checks);
for (const stage of values.fast ? fastStages() : whole) {
  console.log(`\n${stage.name}`);
  results.push(await runStage(stage, { isShown: true }));
}
if (!values.fast && results.at(-1).failed > 0) showPortalLog();
showFailedUnitTests();
rmSync(reports, { recursive: true, force: true });
summarise(results);

/** The size of the built app is left to `npm test`: it builds all of it. */
function fastStages() {
  const areas = ['rules.test.ts', ...areasOf(changedFiles())];
  return [
    unitStage('unit tests', '--project=rest --exclude=scripts/web-size.test.ts'),
    unitStage('rules and changed areas', `--project=server --passWithNoTests ${areas.join(' ')}`),
  ];
}

/** Runs the stages two at a time, one for each core; of those that fail the output is shown. */
async function inPairs(stages) {
  const waiting = [...stages.entries()];
  const finished = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, stage] = next;
      finished[index] = await runStage(stage, { isShown: false });
    }
  };
  await Promise.all([work(), work()]);
  return finished;
}

async function runStage({ name, command, count }, { isShown }) {
  const startedAt = Date.now();
  const { exitCode, output } = await run(command, isShown);
  const counted = count?.() ?? { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0 };
  const isUnexplained = counted.failed === 0 && (exitCode !== 0 || counted.passed === 0);
  if (!isShown) console.log(exitCode === 0 ? `${name}: passed` : `${name}: failed\n${output}`);
  // A stage that crashed, or found no test at all, fails even when no single test did.
  const result = isUnexplained ? { ...counted, failed: 1 } : counted;
  return { name, seconds: (Date.now() - startedAt) / 1000, ...result };
}

function run(command, isShown) {
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: tools + delimiter + process.env.PATH, BROWSER_REPORT: browserReport };
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
    // The stage's exit code reports why there is none.
    return null;
  }
}

/** A file of which no test could run counts as one that failed. */
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

/** The end of the portal's log of the browser tests. */
function showPortalLog() {
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
