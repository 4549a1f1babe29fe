import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NotPossibleHere } from '../faults/fault.ts';
import { until } from '../faults/rig/wait.ts';
import { keepProgram, keptProgram } from './debian-package.ts';
import { baseImage, build, checkout, podman } from './podman.ts';

const run = promisify(execFile);

/**
 * Finds docker-compose of version 2: the system's, or one that was fetched earlier. On a Debian it is taken out of the
 * package of the next Debian, which is not installed, and kept in the user's cache folder.
 * @throws NotPossibleHere when there is none
 */
export async function findCompose(): Promise<{ program: string; version: string }> {
  const kept = keptProgram('docker-compose');
  const file = 'usr/libexec/docker/cli-plugins/docker-compose';
  const find = async () => {
    for (const program of ['docker-compose', `/${file}`, kept]) {
      const { stdout } = await run(program, ['version', '--short']).catch(() => ({ stdout: '' }));
      const [version] = /^[2-9]\S*/m.exec(stdout) ?? [];
      if (version) return { program, version };
    }
    return null;
  };
  const found = await find();
  if (found) return found;
  process.stderr.write("No docker-compose 2 here: taking it out of the next Debian's package.\n");
  await keepProgram({ name: 'docker-compose', file, kept, from: 'the next Debian' }).catch(
    (error: unknown) => void process.stderr.write(`${String(error)}\n`),
  );
  const fetched = await find();
  if (fetched) return fetched;
  throw new NotPossibleHere('there is no docker-compose of version 2: install one');
}

/** Builds stand-ins for the images of deploy/compose that are not here, under their names. @returns those names */
export async function buildStandIns(): Promise<string[]> {
  const text = await readFile(path.join(checkout, 'deploy/compose/compose.yaml'), 'utf8');
  const images = new Set(Array.from(text.matchAll(/^ +image: ([\w./-]+:[\w.-]+)$/gm), ([, image = '']) => image));
  const built: string[] = [];
  for (const image of images) {
    const [, name] = /(\w+):/.exec(image) ?? [];
    const tag = image.includes('/') ? `docker.io/${image}` : `docker.io/library/${image}`;
    if ((await podman('image', 'exists', tag)).exitCode === 0) continue;
    const file = path.join(import.meta.dirname, 'compose', `${name}.Containerfile`);
    const { exitCode, output } = await build({ file, tag, more: [`--build-arg=BASE=${await baseImage()}`] });
    if (exitCode !== 0) throw new NotPossibleHere(`no stand-in for ${image}: ${output.slice(-500)}`);
    built.push(tag);
  }
  return built;
}

/** podman's API on a socket, with `docker compose` over it. */
export type Compose = {
  /** Runs commands as they are in the docs, in this folder. @returns the output; throws when one fails */
  sh(commands: string, folder: string): Promise<string>;
  /** Counts what podman has: containers, volumes and networks. */
  count(): Promise<string>;
  close(): Promise<void>;
};

/**
 * Serves podman's API on a socket in the folder, and checks the health of containers, as systemd's timers do elsewhere.
 */
export async function startCompose(folder: string, program: string): Promise<Compose> {
  const socket = path.join(folder, 'podman.sock');
  const settings = path.join(folder, 'containers.conf');
  await writeFile(settings, settingsOf(folder));
  for (const name of ['bin', 'networks']) await mkdir(path.join(folder, name));
  const docker = path.join(folder, 'bin/docker');
  await writeFile(docker, `#!/bin/sh\nshift\nexec ${program} "$@"\n`);
  await chmod(docker, 0o755);
  const env = { ...process.env, CONTAINERS_CONF: settings, DISABLE_HC_SYSTEMD: 'true' };
  const child = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.resume();
  const ended = once(child, 'close');
  const get = <Body>(place: string) => ask<Body>(socket, place);
  let isOver = false;
  const checkHealth = async () => {
    while (!isOver) {
      const containers = await get<{ Id: string }[]>('/containers/json').catch(() => []);
      for (const { Id } of containers) await get(`/containers/${Id}/healthcheck`).catch(() => null);
      await pause(2_000);
    }
  };
  await until('podman answers', () => get('/info').then(Boolean, () => false), { withinMs: 30_000 });
  const checked = checkHealth();
  const shell = { ...env, DOCKER_HOST: `unix://${socket}`, PATH: `${folder}/bin:${process.env.PATH}` };
  return {
    sh: async (commands, cwd) => {
      const options = { cwd, env: shell, timeout: 400_000, maxBuffer: 64 * 1024 ** 2 };
      const { stdout, stderr } = await run('sh', ['-e', '-c', commands], options);
      return stdout + stderr;
    },
    count: async () => {
      const containers = await get<unknown[]>('/containers/json?all=true');
      const volumes = await get<unknown[]>('/volumes/json');
      const networks = await get<unknown[]>('/networks/json');
      return `${containers.length} containers, ${volumes.length} volumes, ${networks.length} networks`;
    },
    close: async () => {
      isOver = true;
      await checked;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The machine may itself be a container: see `asHere`. Networks of containers are kept apart from the machine's. */
const settingsOf = (folder: string) => `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=32768:32768"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${folder}/networks"
`;

async function ask<Body>(socketPath: string, place: string): Promise<Body> {
  const asked = request({ socketPath, path: `/v4.0.0/libpod${place}` }).end();
  const [answer] = await once(asked, 'response');
  // Safe cast, because the caller names the type that it uses.
  return (await json(answer)) as Body;
}
