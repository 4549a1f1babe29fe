import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAddresses } from '#server/platform/database/db.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { addressesOf } from '#tests/support/addresses.ts';
import { freePort } from '#tests/support/process.ts';
import type { Fault, Setting } from '../faults/fault.ts';
import { command } from '../faults/rig/environment.ts';
import { addPeople, type Person } from '../faults/rig/people.ts';
import { uploadPdf } from '../faults/rig/uploads.ts';
import { until } from '../faults/rig/wait.ts';
import { installPrograms } from './debian-root.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { asHere, buildImage, podman } from './podman.ts';

const mostBytes = 300e6;
const uploadBytes = 8 * 1024 * 1024;

type Node = { name: string; port: number };

type Trial = {
  tag: string;
  addresses: DatabaseAddresses;
  data: string;
  variables: Record<string, string>;
  nodes: Node[];
  nginx: Nginx;
};

/** The image in containers of podman, read-only and without capabilities, behind nginx. */
export const n09: Fault = {
  name: 'N09',
  title: 'containers: build, migrate, health, administrator, an upload during SIGTERM, kill -9, a rolling restart',
  run: async ({ environment }: Setting) => {
    const tag = `localhost/portal-trial:${process.pid}`;
    await installPrograms({ nginx: 'nginx' });
    const bytes = await buildImage(tag);
    const database = await environment.createDatabase();
    const data = await mkdtemp(path.join(tmpdir(), 'portal-containers-'));
    const nodes = [await nameNode('a'), await nameNode('b')];
    const nginx = await startNginx(nodes.map(({ port }) => port));
    const empty = `containers_${randomUUID().replaceAll('-', '')}`;
    await command(database.addresses.owner, `create database ${empty} template template0`);
    const trial: Trial = {
      tag,
      addresses: addressesOf(empty, database.addresses),
      data,
      variables: {
        PUBLIC_URL: nginx.origin,
        TRUST_PROXY: '127.0.0.1',
        HOST: '127.0.0.1',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'Learning <portal@example.org>',
        INSTALLATION_SECRET: randomBytes(32).toString('hex'),
        DRAIN_SECONDS: '2',
      },
      nodes,
      nginx,
    };
    const wrong: string[] = [];
    if (bytes > mostBytes) wrong.push(`the image has ${bytes} bytes`);
    try {
      await chmod(data, 0o755);
      await mkdir(path.join(data, 'own'));
      await chown(path.join(data, 'own'), 10_001, 10_001);
      await migrate(trial, wrong);
      for (const node of nodes) await start(trial, node);
      await look(trial, wrong);
      const uploaded = await uploadDuringStop(trial, wrong);
      await kill(trial, wrong);
      const { requests, failed } = await rollingRestart(trial);
      if (failed.length > 0) wrong.push(...failed);
      return {
        tries: `an image of ${Math.round(bytes / 1e6)} MB; 2 nodes, 4 rolling restarts, ${requests} requests`,
        reached: `${uploaded} of 1 upload whole; ${failed.length} of ${requests} requests failed; ${wrong.length - failed.length} other surprises`,
        goal: 'at most 300 MB; 1; 0; 0',
        isMet: wrong.length === 0 && uploaded === 1,
        wrong,
      };
    } finally {
      for (const { name } of nodes) await podman('rm', '--force', '--time=0', name);
      await nginx.close();
      await podman('rmi', '--force', tag);
      await command(database.addresses.owner, `drop database ${empty} with (force)`);
      await database.drop();
      await rm(data, { recursive: true, force: true });
    }
  },
};

async function nameNode(letter: string): Promise<Node> {
  return { name: `portal-trial-${process.pid}-${letter}`, port: await freePort() };
}

/**
 * Returns the options of a container as in docs/operator/containers.md, with files in a folder that the nodes share.
 */
function containerOptions({ data, variables, addresses }: Trial, more: Record<string, string>): string[] {
  const all = { ...variables, DATABASE_URL: addresses.service, ...more };
  return [
    ...asHere,
    '--read-only',
    '--cap-drop=all',
    '--tmpfs=/tmp:mode=1777',
    `--volume=${path.join(data, 'own')}:/data`,
    ...Object.entries(all).map(([name, value]) => `--env=${name}=${value}`),
  ];
}

/** Checks that a node needs the migration, and migrates with the owner's connection URL. */
async function migrate(trial: Trial, wrong: string[]): Promise<void> {
  const once = (more: Record<string, string>, ...args: string[]) =>
    podman('run', '--rm', ...containerOptions(trial, more), trial.tag, ...args);
  const early = await once({ PORT: '0' });
  if (early.exitCode === 0 || !early.output.includes('npm run migrate'))
    wrong.push(`a node before the migration: ${early.exitCode} ${early.output.slice(-300)}`);
  const made = await once({ MIGRATION_DATABASE_URL: trial.addresses.owner }, 'server/commands/migrate.ts');
  if (made.exitCode !== 0) wrong.push(`the migration: ${made.exitCode} ${made.output.slice(-300)}`);
}

async function start(trial: Trial, { name, port }: Node): Promise<void> {
  await podman('rm', '--force', '--time=0', name);
  const options = containerOptions(trial, { PORT: String(port) });
  const { exitCode, output } = await podman(
    'run',
    '--detach',
    `--name=${name}`,
    '--no-healthcheck',
    ...options,
    trial.tag,
  );
  if (exitCode !== 0) throw new Error(output);
  await until(`${name} is ready`, () => isReady(port), { withinMs: 60_000 });
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return answer?.status === 200;
}

/** Checks the user of the process, its writable folders, its health by exec, and the administrator's command. */
async function look({ nodes: [node] }: Trial, wrong: string[]): Promise<void> {
  const inside = (...args: string[]) => podman('exec', node?.name ?? '', '/usr/local/bin/node', ...args);
  const question = `const fs = require('node:fs');
    const written = (() => { try { fs.writeFileSync('/app/x', ''); return 'yes'; } catch (error) { return error.code; } })();
    console.log(process.getuid(), /CapEff:\\s+(\\w+)/.exec(fs.readFileSync('/proc/1/status', 'utf8'))[1], written);`;
  const { output } = await inside('--eval', question);
  if (!/^10001 0+ EROFS$/m.test(output)) wrong.push(`user, capabilities and root: ${output.trim()}`);
  const health = await inside('/app/deploy/healthy.mjs');
  if (health.exitCode !== 0) wrong.push(`the health check by exec: ${health.exitCode} ${health.output}`);
  const { output: link } = await inside('server/commands/administrator.ts', 'first@example.org');
  if (!/https?:\/\/\S+/.test(link)) wrong.push(`the administrator's command: ${link.slice(-300)}`);
}

/** Adds an administrator whose calls go through the proxy. */
async function addAdministrator({ addresses, nginx }: Trial): Promise<Person> {
  const database = openDatabase(addresses.service, { log: () => {}, max: 1 });
  const [person] = await addPeople(database, { origin: nginx.origin, count: 1, role: 'administrator' });
  await database.close();
  if (!person) throw new Error('No administrator was added');
  return person;
}

/** Uploads for 8 s through a connection that nginx keeps open, to a node that is stopped after a tenth of the bytes. */
async function uploadDuringStop(trial: Trial, wrong: string[]): Promise<number> {
  const [first, second] = trial.nodes;
  if (!first || !second) throw new Error('There are two nodes');
  const { secret } = await addAdministrator(trial);
  // With only one node, nginx sends everything to it, over the connection that it keeps open.
  await podman('stop', '--time=60', second.name);
  for (let turn = 0; turn < 5; turn += 1) await fetch(`${trial.nginx.origin}/api/config`);
  let stopped: Promise<unknown> = Promise.resolve();
  const { status } = await uploadPdf({
    origin: trial.nginx.origin,
    secret,
    bytes: uploadBytes,
    pause: async () => {
      stopped = podman('stop', '--time=60', first.name);
      await pause(8_000);
    },
  });
  await stopped;
  const { output } = await podman('inspect', '--format={{.State.ExitCode}}', first.name);
  if (output.trim() !== '0') wrong.push(`the node that was stopped during the upload ended with ${output.trim()}`);
  if (status !== 200 && status !== 201) wrong.push(`the upload was answered ${status}`);
  for (const node of trial.nodes) await start(trial, node);
  return status < 300 ? 1 : 0;
}

async function kill({ nodes: [node] }: Trial, wrong: string[]): Promise<void> {
  if (!node) return;
  await podman('kill', '--signal=KILL', node.name);
  const { exitCode, output } = await podman('start', node.name);
  if (exitCode !== 0) wrong.push(`a start after kill -9: ${output}`);
  await until('the killed node is back', () => isReady(node.port), { withinMs: 60_000 });
}

/** Restarts each node twice, one after the other, while visitors open pages. */
async function rollingRestart(trial: Trial): Promise<{ requests: number; failed: string[] }> {
  let isOver = false;
  let requests = 0;
  const failed: string[] = [];
  const visit = async () => {
    while (!isOver) {
      requests += 1;
      const page = requests % 2 === 0 ? '/api/config' : '/auth';
      const status = await fetch(trial.nginx.origin + page).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        (error: unknown) => String(error),
      );
      if (status !== '200') failed.push(`${page}: ${status}`);
      await pause(20);
    }
  };
  const visitors = Array.from({ length: 6 }, visit);
  for (const node of [...trial.nodes, ...trial.nodes]) {
    await podman('stop', '--time=60', node.name);
    await podman('start', node.name);
    await until(`${node.name} is back`, () => isReady(node.port), { withinMs: 60_000 });
  }
  isOver = true;
  await Promise.all(visitors);
  return { requests, failed };
}
