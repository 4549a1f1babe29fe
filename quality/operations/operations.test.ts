import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { programs } from '../faults/rig/node.ts';
import { operations } from './operations.ts';
import { lastRelease } from './releases.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it('OPS-13 npm run test:operations runs every part, and each has its goal and its figures in docs/reliability.md', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^n\d\d-/.test(name));
  const names = operations.map(({ name }) => name);
  expect(names).toEqual(files.map((name) => name.slice(0, 3).toUpperCase()).toSorted());
  expect(JSON.parse(read('package.json')).scripts['test:operations']).toContain('quality/faults/run.ts --operations');
  const rows = read('docs/reliability.md').split('\n');
  for (const name of names) {
    const cells = rows.filter((row) => row.startsWith(`| ${name} `)).map((row) => row.split(' | ').length);
    expect([name, cells]).toEqual([name, [2, 3]]);
  }
});

it('OPS-13 N04 starts the last release by a program that its commit has', async () => {
  const { commit } = await lastRelease();
  const list = ['ls-tree', '--name-only', commit, ...programs];
  const { status, stdout } = spawnSync('git', list, { cwd: root, encoding: 'utf8' });
  // A shallow checkout lacks the commit.
  if (status === 0) expect(programs).toContain(stdout.split('\n')[0]);
});
