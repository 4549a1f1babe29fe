import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/** What a node runs from, and what its web app is built from. */
const parts = ['contract', 'demo', 'packages', 'scripts', 'server', 'stand-ins', 'web', 'package.json'];
const built = ['package-lock.json', 'tsconfig.json', 'tsconfig.web.json', 'vite.config.ts'];

/** A second installation of the portal whose web app has other files than this one's. */
export type OtherBuild = { folder: string; remove(): Promise<void> };

/** Copies the portal, changes a module that every screen loads, and builds it. */
export async function makeOtherBuild(): Promise<OtherBuild> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-build-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const part of [...parts, ...built]) {
      await cp(path.join(root, part), path.join(folder, part), { recursive: true });
    }
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const module of ['web/platform/api.ts', 'web/main.tsx']) {
      await appendFile(path.join(folder, module), `\nconsole.debug('another build of ${module}');\n`);
    }
    await promisify(execFile)(process.execPath, [path.join(folder, 'scripts', 'build-web.mjs')], { cwd: folder });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
