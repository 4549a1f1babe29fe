import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Failure, readReport } from '#tests/support/report/report.ts';
import { followProcessorTime } from './processor-time.ts';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tools = join(root, 'node_modules', '.bin');
const logs = join(root, 'test-results');
const hasProcessGroups = process.platform !== 'win32';

/**
 * A command of `npm test` and its variants. A stage with tests writes a report; one without tests counts as a single
 * test.
 */
export type Stage = {
  name: string;
  command: string;
  hasTests?: boolean;
  environment?: Record<string, string>;
  /** Command that runs one file as this stage does, without the file; `npm run test:one --` by default. */
  alone?: string;
};

/** `alone` is the command that runs the file alone, without the file; null for a failure that is no test's. */
export type StageFailure = Failure & { alone: string | null };

export type StageResult = {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** Processor time of the command and the programs that it started; null on a system without /proc. */
  processorSeconds: number | null;
  titles: string[];
  failures: StageFailure[];
};

type Settings = Pick<Stage, 'environment' | 'alone'>;

export function vitestStage(name: string, words: string, settings: Settings = {}): Stage {
  const reporters = '--reporter=default --reporter=./tests/support/report/vitest-reporter.ts';
  return { name, command: `vitest run ${reporters} ${words}`, hasTests: true, ...settings };
}

/** Playwright's cache of compiled tests, which by default is lost with the scratch folder of a run. */
const compiled = { PWTEST_CACHE_DIR: join(root, 'node_modules', '.cache', 'playwright') };

export function playwrightStage(name: string, words: string, settings: Settings = {}): Stage {
  const reporters = '--reporter=list,./tests/support/report/playwright-reporter.ts';
  const environment = { ...compiled, ...settings.environment };
  return { name, command: `playwright test ${reporters} ${words}`, hasTests: true, ...settings, environment };
}

/** Running stages, each with the moment at which it began, for the lines of progress. */
const running = new Map<Stage, { startedAt: number; report: string }>();

/**
 * Runs lists of stages at the same time, each list in order. After a failure the other stages still run.
 * @param scratch folder for databases, files and reports
 */
export async function runBeside(scratch: string, lists: readonly (readonly Stage[])[]): Promise<StageResult[]> {
  const runList = async (stages: readonly Stage[]) => {
    const finished: StageResult[] = [];
    for (const stage of stages) finished.push(await runStage(stage, scratch));
    return finished;
  };
  const stopShowing = showProgress();
  try {
    return (await Promise.all(lists.map(runList))).flat();
  } finally {
    stopShowing();
  }
}

async function runStage(stage: Stage, scratch: string): Promise<StageResult> {
  const startedAt = performance.now();
  const fileName = stage.name.replaceAll(/\W+/g, '-');
  const report = join(scratch, `${fileName}.json`);
  running.set(stage, { startedAt, report });
  const log = join(logs, `${fileName}.log`);
  const { exitCode, processorSeconds } = await run(stage, { report, log, scratch });
  running.delete(stage);
  const result = {
    name: stage.name,
    seconds: (performance.now() - startedAt) / 1000,
    processorSeconds,
    ...countOf(stage, { exitCode, report, log }),
  };
  const counts = stage.hasTests ? `${countsOf(result)} in ${formatSeconds(result.seconds)}` : '';
  console.log(`${result.failed > 0 ? '✗' : '✓'} ${stage.name}${counts && `: ${counts}`}`);
  return result;
}

type Count = Pick<StageResult, 'passed' | 'failed' | 'skipped' | 'titles' | 'failures'>;

/** Counts the results of a stage. A stage that crashed, or found no test at all, has failed. */
function countOf(stage: Stage, { exitCode, report, log }: { exitCode: number; report: string; log: string }): Count {
  const none = { passed: 0, failed: 0, skipped: 0, titles: [], failures: [] };
  const read = stage.hasTests ? readReport(report) : null;
  const alone = stage.alone ?? 'npm run test:one --';
  const found = read && { ...read, failures: read.failures.map((failure) => ({ ...failure, alone })) };
  const isWhole = stage.hasTests ? exitCode === 0 && Number(found?.passed) > 0 : exitCode === 0;
  if (isWhole || Number(found?.failed) > 0) {
    return found ?? { ...none, passed: 1 };
  }
  const end = readFileSync(log, 'utf8').split('\n').slice(-80).join('\n');
  const failure = { file: stage.command, title: null, reasons: [`exit code ${exitCode}\n${end}`], alone: null };
  return { ...none, ...found, failed: 1, failures: [failure] };
}

async function run(
  { command, environment }: Stage,
  { report, log, scratch }: Record<'report' | 'log' | 'scratch', string>,
): Promise<{ exitCode: number; processorSeconds: number | null }> {
  await mkdir(logs, { recursive: true });
  const output = createWriteStream(log);
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      detached: hasProcessGroups,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...environment,
        PATH: tools + delimiter + process.env.PATH,
        TMPDIR: scratch,
        REPORT_FILE: report,
      },
    });
    const pid = child.pid ?? 0;
    const stopFollowing = followProcessorTime(pid);
    // When a run is stopped, the programs of its stages are stopped too.
    const stop = () => process.kill(hasProcessGroups ? -pid : pid);
    process.once('exit', stop);
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    child.on('close', (exitCode) => {
      process.off('exit', stop);
      const processorSeconds = stopFollowing();
      output.end(() => resolve({ exitCode: exitCode ?? 1, processorSeconds }));
    });
  });
}

/** Shows the running stages, their progress and their times: on a terminal in one line, elsewhere every half minute. */
function showProgress(): () => void {
  const { stdout } = process;
  const show = () => {
    const line = [...running].map(([{ name }, { startedAt, report }]) => {
      const now = readReport(report);
      const tests =
        now && (now.tests > 0 ? ` of ${now.tests} tests` : ` tests, ${now.filesDone} of ${now.files} files`);
      const done = now ? `: ${now.passed + now.failed}${tests}` : '';
      const failed = now?.failed ? `, ${now.failed} failed` : '';
      return `${name}${done}${failed}, ${formatSeconds((performance.now() - startedAt) / 1000)}`;
    });
    if (line.length === 0) return;
    stdout.write(stdout.isTTY ? `\r\x1b[K${line.join(' · ').slice(0, stdout.columns - 1)}` : `… ${line.join(' · ')}\n`);
  };
  const timer = setInterval(show, stdout.isTTY ? 1000 : 30_000);
  return () => {
    clearInterval(timer);
    if (stdout.isTTY) stdout.write('\r\x1b[K');
  };
}

export function countsOf({ passed, failed, skipped }: Pick<StageResult, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Formats minutes and seconds, such as `3:07`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
