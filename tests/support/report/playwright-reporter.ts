import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { ReportWriter } from './report.ts';

/** Reports a run of Playwright in the form of `report.ts`. */
export default class PlaywrightReporter implements Reporter {
  readonly #writer = new ReportWriter();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#writer.report.tests = suite.allTests().length;
    this.#writer.write();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { report } = this.#writer;
    // The first parts of the path are the project and the file.
    const title = test.titlePath().slice(3).join(' > ');
    if (result.status === 'skipped') report.skipped += 1;
    else report.titles.push(title);
    if (result.status === 'passed') report.passed += 1;
    if (result.status !== 'passed' && result.status !== 'skipped') {
      report.failed += 1;
      const file = path.relative(process.cwd(), test.location.file);
      report.failures.push({ file, title, reasons: result.errors.map(explain) });
    }
    this.#writer.changed();
  }

  /** Records errors outside every test, such as a portal that did not start. */
  onError(error: TestError): void {
    this.#writer.report.failed += 1;
    this.#writer.report.failures.push({ file: 'outside every test', title: null, reasons: [explain(error)] });
  }

  onEnd(): void {
    this.#writer.write();
  }
}

function explain({ message, value, location }: TestError): string {
  const place = location && `at ${path.relative(process.cwd(), location.file)}:${location.line}`;
  return [stripVTControlCharacters(message ?? value ?? ''), place].filter(Boolean).join('\n');
}
