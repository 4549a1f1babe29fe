import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countsOf, formatSeconds, root, type StageResult } from './test-stage.ts';

type Budget = Record<string, { seconds: number; processorSeconds: number }>;

/**
 * Prints failures, times and counts of a finished command, and sets the exit code.
 * @param command as the budget names it, such as `npm test`
 */
export function summarise(command: string, stages: readonly StageResult[]): void {
  showFailures(stages);
  const total = (field: 'passed' | 'failed' | 'skipped') => stages.reduce((sum, stage) => sum + stage[field], 0);
  const whole = {
    name: command,
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    seconds: performance.now() / 1000,
    processorSeconds: stages.reduce((sum, stage) => sum + (stage.processorSeconds ?? Number.NaN), 0),
  };
  const rows = [...stages, whole];
  showTimes(rows);
  warnOverBudget(rows);
  console.log(`\n${whole.passed} passed, ${whole.failed} failed`);
  if (whole.failed > 0) process.exitCode = 1;
}

/**
 * Repeats the reasons of failed tests and the command that runs each alone: often only the end of a long log is kept.
 */
function showFailures(stages: readonly StageResult[]): void {
  for (const { file, title, reasons, alone } of stages.flatMap(({ failures }) => failures)) {
    console.log(`\n✗ ${file}${title ? ` > ${title}` : ''}`);
    for (const reason of reasons) console.log(reason.replaceAll(/^/gm, '  '));
    if (alone) console.log(`  Alone: ${alone} ${file}`);
  }
  if (stages.some(({ name, failed }) => name.includes('browser') && failed > 0)) showBrowserState();
}

/** Prints the pages of failed tests, and the end of the portal's log: only printed text of a CI run is kept. */
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

type Row = Pick<StageResult, 'name' | 'passed' | 'failed' | 'skipped' | 'seconds' | 'processorSeconds'>;

function showTimes(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`\n  ${''.padEnd(width)}     time  processor`);
  for (const row of rows) {
    const seconds = formatSeconds(row.seconds).padStart(8);
    const used = `${Math.round(row.processorSeconds ?? Number.NaN)} s`.padStart(10);
    console.log(`${row.failed > 0 ? '✗' : '✓'} ${row.name.padEnd(width)} ${seconds} ${used}  ${countsOf(row)}`);
  }
}

function warnOverBudget(rows: readonly Row[]): void {
  const budget: Budget = JSON.parse(readFileSync(join(root, 'tests', 'budget.json'), 'utf8'));
  const warn = (sentence: string) => console.log(`Warning: ${sentence} (tests/budget.json).`);
  for (const { name, seconds, processorSeconds } of rows) {
    const limit = budget[name];
    if (!limit) continue;
    if (seconds > limit.seconds) {
      warn(`${name} took ${formatSeconds(seconds)}; its budget is ${formatSeconds(limit.seconds)}`);
    }
    const used = Math.round(processorSeconds ?? 0);
    if (used > limit.processorSeconds) {
      warn(`${name} used ${used} s of processor; its budget is ${limit.processorSeconds} s`);
    }
  }
}
