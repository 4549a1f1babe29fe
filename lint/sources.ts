import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A source file: its path from the repository's root, with forward slashes, and its text. */
export type Source = { path: string; text: string };

/** A violation: `subject` is the import or call that breaks the rule, `why` the reason for the rule. */
export type Violation = { path: string; line: number; subject: string; rule: string; why: string };

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report']);

/**
 * Reads every script of the repository from disk, tracked by git or not, except those in hidden folders and
 * `skippedFolders`.
 * @param root absolute path of the repository
 * @param wanted names of files; by default those of scripts
 */
export function readSources(root: string, folder = '', wanted = /\.[cm]?[jt]sx?$/): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      return entry.name.startsWith('.') || skippedFolders.has(entry.name) ? [] : readSources(root, path, wanted);
    }
    return wanted.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}

/** Returns the line, counted from 1, of the character at `offset`. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Prints one line per violation and sets exit code 1 if there is any. */
export function report(name: string, violations: readonly Violation[]): void {
  for (const { path, line, subject, rule, why } of violations) {
    console.log(`${path}:${line} ${subject} | ${rule} | ${why}`);
  }
  console.log(violations.length === 0 ? `${name}: nothing to report` : `${name}: ${violations.length} to put right`);
  if (violations.length > 0) process.exitCode = 1;
}
