import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const { PATH = '' } = process.env;

let checkout: string;
let hook: string;
beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'portal-hooks-'));
  hook = path.join(checkout, '.git', 'hooks', 'pre-commit');
  mkdirSync(path.join(checkout, 'scripts'));
  copyFileSync(path.join(root, 'scripts', 'install-hooks.mjs'), path.join(checkout, 'scripts', 'install-hooks.mjs'));
  copyFileSync(path.join(root, 'lefthook.yml'), path.join(checkout, 'lefthook.yml'));
});
afterEach(() => rmSync(checkout, { recursive: true }));

/** Runs a program in the checkout with only PATH, HOME and `variables` in its environment. */
function run(program: string, words: string[], variables: Record<string, string> = {}) {
  const env = { PATH, HOME: checkout, ...variables };
  return spawnSync(program, words, { cwd: checkout, encoding: 'utf8', env });
}
const git = (...words: string[]) => run('git', words);
const install = (variables?: Record<string, string>) =>
  run(process.execPath, [path.join('scripts', 'install-hooks.mjs')], variables);
const linkPackages = () => symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));

it.each([
  ['outside a checkout', () => linkPackages()],
  ['without the packages of developers', () => void git('init', '--quiet')],
])('npm ci installs no hook %s, and does not fail', (_, prepare) => {
  prepare();
  expect(install()).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(hook)).toBe(false);
});

it('npm ci installs no hook in CI', () => {
  git('init', '--quiet');
  linkPackages();
  expect(install({ CI: 'true' })).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(hook)).toBe(false);
});

it('npm ci warns and does not fail on a machine without git', () => {
  git('init', '--quiet');
  linkPackages();
  const { status, stderr } = install({ PATH: path.join(checkout, 'nothing') });
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^The hooks of git were not installed\./),
  });
  expect(existsSync(hook)).toBe(false);
});

it('a commit formats what it changes, and is refused when a rule or the length of its subject is broken', () => {
  git('init', '--quiet');
  git('config', 'user.email', 'ada@example.org');
  git('config', 'user.name', 'Ada');
  linkPackages();
  copyFileSync(path.join(root, 'biome.json'), path.join(checkout, 'biome.json'));
  expect(install()).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(hook)).toBe(true);

  writeFileSync(path.join(checkout, 'formatted.ts'), 'export const one   = "1"\n');
  git('add', 'formatted.ts');
  const made = git('commit', '--message', 'One');
  expect(made.status, made.stderr + made.stdout).toBe(0);
  expect(git('show', 'HEAD:formatted.ts').stdout).toBe(`export const one = '1';\n`);
  expect(readFileSync(path.join(checkout, 'formatted.ts'), 'utf8')).toBe(`export const one = '1';\n`);

  writeFileSync(path.join(checkout, 'broken.ts'), 'export const two: any = 2;\n');
  git('add', 'broken.ts');
  expect(git('commit', '--message', 'Two').status).not.toBe(0);
  expect(git('log', '--format=%s').stdout).toBe('One\n');

  git('reset', '--quiet', '--hard');
  const tooLong = git('commit', '--allow-empty', '--message', 'x'.repeat(73));
  expect(tooLong.status).toBe(1);
  expect(tooLong.stdout + tooLong.stderr).toContain('more than 72 characters');
  expect(git('commit', '--allow-empty', '--message', `${'y'.repeat(72)}\n\n${'z'.repeat(80)}`).status).toBe(0);
});
