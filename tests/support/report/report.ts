import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Results of one run of Vitest or Playwright, rewritten during the run. */
export type Report = {
  /** Files of the run; zero where the runner knows its tests beforehand. */
  files: number;
  filesDone: number;
  /** Tests of the run; zero while unknown, because Vitest loads a file only when its turn comes. */
  tests: number;
  passed: number;
  failed: number;
  /** Tests that skipped themselves, because this machine lacks something. Those left out by a tag do not count. */
  skipped: number;
  /** Titles of the tests that ran, each with the titles of its `describe`s. */
  titles: string[];
  failures: Failure[];
};

/** Failed test, a file whose tests could not run, or an error outside every test. */
export type Failure = {
  /** Path from the repository's root; "outside every test" for such an error. */
  file: string;
  /** Null unless a test failed. */
  title: string | null;
  /** Expected and received values, and the line. */
  reasons: string[];
};

const minimumIntervalMs = 500;

/** Collects a run's results for the file in REPORT_FILE; writes nothing without that variable. */
export class ReportWriter {
  readonly report: Report = {
    files: 0,
    filesDone: 0,
    tests: 0,
    passed: 0,
    failed: 0,
    skipped: 0,
    titles: [],
    failures: [],
  };
  #writtenAt = 0;

  /** Writes at most twice a second, so that many quick tests cost nothing. */
  changed(): void {
    if (performance.now() - this.#writtenAt > minimumIntervalMs) this.write();
  }

  write(): void {
    const file = process.env.REPORT_FILE;
    if (!file) return;
    this.#writtenAt = performance.now();
    // Renamed into place, so that a reader never gets half a file.
    writeFileSync(`${file}.new`, JSON.stringify(this.report));
    renameSync(`${file}.new`, file);
  }
}

/** Returns the report in `file`; null while there is none. */
export function readReport(file: string): Report | null {
  try {
    // Safe because the writer above made the file.
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}
