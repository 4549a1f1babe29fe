import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { ReportWriter } from './report.ts';

type TestError = ReturnType<TestModule['errors']>[number];

/** Reports a run of Vitest in the form of `report.ts`. */
export default class VitestReporter implements Reporter {
  readonly #writer = new ReportWriter();

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#writer.report.files = files.length;
    this.#writer.write();
  }

  onTestCaseResult(test: TestCase): void {
    const { report } = this.#writer;
    const result = test.result();
    // Tests that a tag or a name left out never ran; tests that skipped themselves have a note.
    if (result.state === 'skipped') {
      if (result.note) report.skipped += 1;
      return;
    }
    report.titles.push(test.fullName);
    if (result.state === 'failed') {
      report.failed += 1;
      report.failures.push({ file: pathOf(test.module), title: test.fullName, reasons: result.errors.map(explain) });
    } else {
      report.passed += 1;
    }
    this.#writer.changed();
  }

  onTestModuleEnd(module: TestModule): void {
    const { report } = this.#writer;
    report.filesDone += 1;
    const isBroken = module.state() === 'failed' && ![...module.children.allTests('failed')].length;
    const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
    if (isBroken) {
      report.failed += 1;
      report.failures.push({ file: pathOf(module), title: null, reasons: errors.map(explain) });
    }
    this.#writer.changed();
  }

  onTestRunEnd(_modules: unknown, unhandled: readonly TestError[]): void {
    const { report } = this.#writer;
    if (unhandled.length > 0) {
      report.failed += 1;
      report.failures.push({ file: 'outside every test', title: null, reasons: unhandled.map(explain) });
    }
    this.#writer.write();
  }
}

function pathOf(module: TestModule): string {
  return path.relative(process.cwd(), module.moduleId);
}

function explain({ message, diff, stacks, stack }: TestError): string {
  const place = stacks?.map(({ file, line }) => `at ${path.relative(process.cwd(), file)}:${line}`).join('\n');
  return [message, diff && stripVTControlCharacters(String(diff)), place || stack].filter(Boolean).join('\n');
}
