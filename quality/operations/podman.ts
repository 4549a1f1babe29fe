import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { NotPossibleHere } from '../faults/fault.ts';
import { findDebianRoot, installPrograms } from './debian-root.ts';

const exec = promisify(execFile);
export const checkout = path.resolve(import.meta.dirname, '../..');

/**
 * Options for a machine that is itself a container: it may not raise limits, and it may have the older control groups
 * (v1), which only runc supports.
 */
export const asHere = [
  '--network=host',
  '--ulimit=nofile=20000:20000',
  '--ulimit=nproc=32768:32768',
  '--security-opt=no-new-privileges',
];

type Ended = { exitCode: number; output: string };

/** Runs podman to its end. @returns its standard output and errors */
export async function podman(...args: string[]): Promise<Ended> {
  const options = { timeout: 540_000, maxBuffer: 64 * 1024 ** 2 };
  try {
    const { stdout, stderr } = await exec('podman', ['--runtime=runc', ...args], options);
    return { exitCode: 0, output: stdout + stderr };
  } catch (error) {
    // Safe cast, because `execFile` rejects with this when a program ends with another code.
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { exitCode: typeof code === 'number' ? code : -1, output: stdout + stderr };
  }
}

/**
 * Builds the image by deploy/Containerfile, on a stand-in for its base image when the registry's is not there.
 * @returns its size in bytes
 * @throws NotPossibleHere when podman cannot run here
 */
export async function buildImage(tag: string): Promise<number> {
  await installPrograms({ podman: 'podman', runc: 'runc' });
  const base = await baseImage();
  const trial = await podman('run', '--rm', ...asHere, base, 'node', '--version');
  if (trial.exitCode !== 0) throw new NotPossibleHere(`podman cannot run here: ${trial.output.slice(-300)}`);
  const built = await build({ file: path.join(checkout, 'deploy/Containerfile'), tag });
  if (built.exitCode !== 0) throw new Error(`The image was not built:\n${built.output.slice(-4_000)}`);
  const size = await podman('image', 'inspect', '--format={{.Size}}', tag);
  return Number(size.output.trim());
}

type Wanted = { file: string; tag: string; more?: readonly string[] };

/** Builds an image from the checkout. */
export function build({ file, tag, more = [] }: Wanted): Promise<Ended> {
  // The only certificates that a step needs: the machine's npm registry may have its own certificate authority.
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  return podman(
    'build',
    '--pull=never',
    '--format=docker',
    ...asHere.filter((option) => !option.includes('no-new-privileges')),
    `--ignorefile=${path.join(checkout, 'deploy/Containerfile.dockerignore')}`,
    `--volume=${certificates}:${certificates}:ro`,
    ...more,
    `--file=${file}`,
    `--tag=${tag}`,
    checkout,
  );
}

/**
 * Returns the name of the image that deploy/Containerfile starts from; imports a stand-in under this name if it is
 * missing.
 */
export async function baseImage(): Promise<string> {
  const text = await readFile(path.join(checkout, 'deploy/Containerfile'), 'utf8');
  const [, base = ''] = /^FROM (\S+) AS build$/m.exec(text) ?? [];
  const name = `docker.io/library/${base}`;
  if ((await podman('image', 'exists', name)).exitCode !== 0) await importBase(name);
  return name;
}

/**
 * Imports a Debian of debootstrap with this machine's Node and npm, under the name of the Containerfile's base image.
 */
async function importBase(name: string): Promise<void> {
  const debian = await findDebianRoot();
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-base-'));
  try {
    const root = path.join(folder, 'root');
    await exec('cp', ['-a', debian, root]);
    const { stdout: npm } = await exec('sh', ['-c', 'command -v npm']);
    const local = path.join(root, 'usr/local');
    await mkdir(path.join(local, 'lib/node_modules'), { recursive: true });
    await cp(process.execPath, path.join(local, 'bin/node'));
    await cp(path.resolve(await realpath(npm.trim()), '../..'), path.join(local, 'lib/node_modules/npm'), {
      recursive: true,
    });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
    const variables = [
      'PATH=/usr/local/bin:/usr/bin:/bin',
      // Trusts the machine's certificates, because the machine's npm registry may have its own certificate authority.
      'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
    ];
    const tar = spawn('tar', ['-C', root, '-c', '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const changes = variables.map((one) => `--change=ENV ${one}`);
    const taker = spawn('podman', ['import', ...changes, '-', name], { stdio: ['pipe', 'ignore', 'pipe'] });
    const taken = once(taker, 'close');
    await pipeline(tar.stdout, taker.stdin);
    const [exitCode] = await taken;
    if (exitCode !== 0) throw new NotPossibleHere('podman cannot take the base image');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
