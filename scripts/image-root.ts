import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { imageFiles } from './image-files.ts';

const root = dirname(import.meta.dirname);

/** Account of the process in a container; the numbers are those of deploy/Containerfile. */
const account = { name: 'portal', id: 10_001 };

/**
 * `node scripts/image-root.ts FOLDER`: makes the whole file system of the portal's image in a new folder: Node, the
 * libraries that Node and the packages load, the portal and its packages. The image has no other program, not even a
 * shell.
 */
function makeImageRoot(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: name a new folder.`);
  const files = imageFiles(root);
  for (const path of files) copy(join(root, path), join(folder, 'app', path));
  const node = realpathSync(process.execPath);
  copy(node, join(folder, 'usr/local/bin/node'));
  const loaded = files.filter((path) => path.endsWith('.node')).map((path) => join(root, path));
  for (const library of librariesOf([node, ...loaded])) copy(library, join(folder, library));
  write(join(folder, 'etc/passwd'), `${account.name}:x:${account.id}:${account.id}::/data:/sbin/nologin\n`);
  write(join(folder, 'etc/group'), `${account.name}:x:${account.id}:\n`);
  // Programs look a host up in the file of hosts before they ask the name server.
  write(join(folder, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  for (const name of ['tmp', 'data']) {
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), 0o1777);
  }
}

/** Returns the shared libraries of the system that programs load; those of packages are among the packages' files. */
function librariesOf(programs: readonly string[]): string[] {
  const found = programs.flatMap((program) =>
    Array.from(execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g), ([, path = '']) => path),
  );
  return [...new Set(found)].filter((path) => !resolve(path).startsWith(`${root}/`));
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Say which folder: node scripts/image-root.ts FOLDER');
  process.exitCode = 1;
} else {
  makeImageRoot(resolve(folder));
}
