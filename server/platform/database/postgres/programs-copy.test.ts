import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completePrograms, copyPrograms, ownFolder } from './programs-copy.ts';

let room: string;
let installed: string;

/** A package as npm leaves it when the install script did not run: a list in place of the links, no executable mark. */
beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'programs-test-'));
  installed = join(room, 'native');
  await mkdir(join(installed, 'bin'), { recursive: true });
  await mkdir(join(installed, 'lib'));
  await writeFile(join(installed, 'lib/libpq.so.5.18'), 'library', { mode: 0o600 });
  await writeFile(join(installed, 'bin/postgres'), '#!/bin/sh\necho runs\n', { mode: 0o600 });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(installed, 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rm(room, { recursive: true }));

async function mode(path: string): Promise<string> {
  return ((await lstat(path)).mode & 0o777).toString(8);
}

test('makes up for an install script that did not run, once and for all', async () => {
  expect(await completePrograms(installed)).toBe(true);
  expect(await completePrograms(installed)).toBe(true);
  expect(await readFile(join(installed, 'lib/libpq.so.5'), 'utf8')).toBe('library');
  expect(String(execFileSync(join(installed, 'bin/postgres')))).toBe('runs\n');
});

test('copies the programs so that every user can run them, and uses the copy again', async () => {
  const copy = join(room, 'copy');
  expect(await copyPrograms(installed, copy)).toBe(true);
  expect(await readFile(join(copy, 'lib/libpq.so.5'), 'utf8')).toBe('library');
  const paths = ['.', 'lib', 'lib/libpq.so.5.18', 'bin/postgres'];
  expect(await Promise.all(paths.map((path) => mode(join(copy, path))))).toEqual(['755', '755', '644', '755']);
  await rm(join(installed, 'bin/postgres'));
  expect(await copyPrograms(installed, copy)).toBe(true);
  expect((await readdir(room)).sort()).toEqual(['copy', 'native']);
});

test('reports that no copy can be made, and leaves no part of one', async () => {
  expect(await copyPrograms(join(room, 'nothing-here'), join(room, 'copy'))).toBe(false);
  expect(await readdir(room)).toEqual(['native']);
});

test('runs nothing from a folder that others may write to', async () => {
  expect(await ownFolder(join(room, 'new'))).toBe(true);
  expect(await mode(join(room, 'new'))).toBe('755');
  await mkdir(join(room, 'shared'));
  await chmod(join(room, 'shared'), 0o777);
  expect(await ownFolder(join(room, 'shared'))).toBe(false);
  expect(await ownFolder(join(installed, 'lib/libpq.so.5.18'))).toBe(false);
  expect(await mode(join(room, 'shared'))).toBe('777');
});
