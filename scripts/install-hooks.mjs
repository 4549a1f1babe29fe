/**
 * Run by npm after `npm ci`: installs the hooks of lefthook.yml in a checkout of git. Outside one, without lefthook and
 * in CI it does nothing. When it fails, it only warns, so that an installation of packages never fails by it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lefthook = join(root, 'node_modules', 'lefthook', 'bin', 'index.js');

if (!process.env.CI && existsSync(join(root, '.git')) && existsSync(lefthook)) {
  const { status, stderr } = spawnSync(process.execPath, [lefthook, 'install'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) console.warn(`The hooks of git were not installed. ${stderr ?? ''}`.trim());
}
