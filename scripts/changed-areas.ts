import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { domains } from '../lint/paths.ts';
import { root } from './test-stage.ts';

type Git = (...given: string[]) => string[];

/**
 * Returns filters for Vitest that select the server tests of changed files.
 *
 * A screen or a schema of a feature leads to that feature's API tests.
 *
 * @param files paths from the repository's root
 * @returns sorted, without repetitions; empty when no server test belongs to the files
 */
export function areasOf(files: readonly string[]): string[] {
  return [...new Set(files.flatMap(areaOf))].sort();
}

function areaOf(file: string): string[] {
  const inDomain = /^(?:server|web|contract)\/([^/]+)\/([a-z]+(?:-in)?)(?=[/.-])/.exec(file);
  if (inDomain && domains.includes(inDomain[1] ?? '')) return [`server/${inDomain[1]}/${inDomain[2]}/`];
  const folder = /^(server\/platform\/[^/]+|demo|quality\/faults|quality\/fuzz|tests\/support)\//.exec(file);
  if (folder) return [`${folder[1]}/`];
  const part = /^((?:server|tests)\/(?:app|commands|cross)\/[^/.]+)(?:\.test)?\.ts$/.exec(file);
  return part ? [`${part[1]}.test.ts`] : [];
}

/**
 * Returns the files that differ from the commit where this branch left main, with the uncommitted and untracked files.
 * Returns no files outside a Git checkout.
 */
export function changedFiles(): string[] {
  if (!existsSync(join(root, '.git'))) return [];
  const git: Git = (...given) => execFileSync('git', given, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const base = git('merge-base', 'HEAD', findMain(git))[0] ?? 'HEAD';
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

function findMain(git: Git): string {
  const names = git('for-each-ref', '--format=%(refname:short)', 'refs/heads/main', 'refs/remotes/origin/main');
  return names[0] ?? 'HEAD';
}
