/**
 * `npm run build` in a folder of packages/: makes its `dist/`, the package as it is published. Node does not run
 * TypeScript below `node_modules`, so a published package holds JavaScript, its types and a package.json of its own.
 * Inside this repository the TypeScript runs as it is.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = process.cwd();
const dist = join(folder, 'dist');
const typescript = dirname(fileURLToPath(import.meta.resolve('typescript/package.json')));

// Left out: what only the repository needs. `files` lists what is copied beside the compiled modules.
const {
  private: _,
  scripts,
  devDependencies,
  files,
  bin,
  ...manifest
} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

rmSync(dist, { recursive: true, force: true });
const compile = [join(typescript, 'bin', 'tsc'), '-p', join(folder, 'tsconfig.build.json')];
execFileSync(process.execPath, compile, { stdio: 'inherit' });
for (const name of files) cpSync(join(folder, name), join(dist, name), { recursive: true });
const published = {
  ...manifest,
  ...(bin && { bin: mapValues(bin, compiled) }),
  exports: mapValues(manifest.exports, (file) => ({ types: compiled(file, '.d.ts'), default: compiled(file) })),
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);

function compiled(file, extension = '.js') {
  return file.replace(/\.ts$/, extension);
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
