/**
 * `npm run test:one -- <file> [words for the runner]`: one test file of any kind, long tests included. A browser test
 * gets the web app of the current sources.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { makeScratchFolder } from './scratch-folder.ts';
import { root } from './test-stage.ts';

const [file = '', ...words] = process.argv.slice(2);
const isBrowserTest = file.endsWith('.e2e.ts');
if (!/\.(?:test\.tsx?|e2e\.ts)$/.test(file)) {
  console.error('Name a test: npm run test:one -- server/learning/library/saved.test.ts');
  process.exit(1);
}
const commands = isBrowserTest
  ? [
      ['node', 'scripts/build-web.mjs', '--if-changed'],
      ['playwright', 'test', file, ...words],
    ]
  : [['vitest', 'run', file, ...words]];
const PATH = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH;
const env = { ...process.env, PATH, TMPDIR: makeScratchFolder() };
for (const [command = '', ...given] of commands) {
  const { status } = spawnSync(command, given, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
