import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Fault, NotPossibleHere, type Outcome, seconds } from '../faults/fault.ts';
import { uploadPdf } from '../faults/rig/uploads.ts';
import { until } from '../faults/rig/wait.ts';
import { buildStandIns, type Compose, findCompose, startCompose } from './compose.ts';
import { installPrograms } from './debian-root.ts';
import { buildImage, checkout, podman } from './podman.ts';

const origin = 'https://localhost';
const cookie = '__Host-session';
const uploadBytes = 3 * 1024 * 1024;

type Trial = {
  compose: Compose;
  /** Runs the block of docs/operator/containers.md with this text, word for word but for `change`. */
  follow(text: string, change?: (commands: string) => string): Promise<string>;
  wrong: string[];
};

/** The Compose file by Debian's docker-compose over podman's API, with the commands of docs/operator/containers.md. */
export const n11: Fault = {
  name: 'N11',
  title: 'Compose: from the example of its settings to a page, a restart, an upgrade, backup, loss, restore, and down',
  run: async () => {
    await installPrograms({
      podman: 'podman',
      runc: 'runc',
      iptables: 'iptables',
      '/usr/lib/podman/netavark': 'netavark',
      '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
    });
    for (const port of [80, 443]) await expectFree(port);
    const { program, version } = await findCompose();
    const releases = [`trial-${process.pid}`, `trial-${process.pid}-next`];
    const tags = releases.map((release) => `localhost/portal:${release}`);
    await buildImage(tags[0] ?? '');
    await podman('tag', ...tags);
    const standIns = await buildStandIns();
    const folder = await mkdtemp(path.join(tmpdir(), 'portal-compose-'));
    const compose = await startCompose(folder, program);
    try {
      const outcome = await tryOut({ compose, ...(await openDocs(compose, folder)), wrong: [] }, folder, releases);
      const real = standIns.length === 0 ? 'its images' : `stand-ins for ${standIns.map(shortName).join(', ')}`;
      return { ...outcome, tries: `docker-compose ${version} over podman's API, ${real}; ${outcome.tries}` };
    } finally {
      await compose.close();
      await podman('rmi', '--force', ...tags, ...standIns);
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const shortName = (image: string) => image.replace(/^docker\.io\/(library\/)?/, '');

async function expectFree(port: number): Promise<void> {
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => resolve(true));
  });
  if (!isFree) throw new NotPossibleHere(`port ${port} is in use`);
  await new Promise((resolve) => server.close(resolve));
}

/** Copies what the commands of the docs name, so that nothing is written to the checkout. */
async function openDocs(compose: Compose, folder: string): Promise<Pick<Trial, 'follow'>> {
  const docs = await readFile(path.join(checkout, 'docs/operator/containers.md'), 'utf8');
  const blocks = Array.from(docs.matchAll(/^( *)```\n([^`]+)^ *```$/gm), ([, indent = '', commands = '']) =>
    commands.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const top = path.join(folder, 'portal');
  await mkdir(path.join(top, 'server'), { recursive: true });
  for (const name of ['deploy', 'server/migrations'])
    await cp(path.join(checkout, name), path.join(top, name), { recursive: true });
  return {
    follow: async (text, change = (commands) => commands) => {
      const commands = blocks.find((block) => block.includes(text));
      if (commands === undefined) throw new Error(`docs/operator/containers.md has no commands with ${text}`);
      const place = commands.startsWith('cd ') ? top : path.join(top, 'deploy/compose');
      return compose.sh(change(commands), place);
    },
  };
}

async function tryOut(trial: Trial, folder: string, [release = '', next = '']: string[]): Promise<Outcome> {
  const { compose, follow, wrong } = trial;
  const before = await compose.count();
  const place = path.join(folder, 'portal/deploy/compose');
  const inFolder = (commands: string) => compose.sh(commands, place);
  const withSettings = (commands: string) => inFolder(`docker compose --env-file portal.env ${commands}`);
  try {
    await follow('cp portal.env.example');
    await fillSettings(path.join(place, 'portal.env'), release);
    // The image is built by podman: see the docs.
    await follow('up --build', (commands) => commands.replace(' --build', ''));
    await openPage(trial, place);
    const said = await follow('administrator.ts', (commands) => commands.replace(' exec ', ' exec -T '));
    const password = randomBytes(12).toString('base64url');
    const [, token = ''] = /reset-password\?token=(\S+)/.exec(said) ?? [];
    await expectStatus(trial, 200, call('/api/reset-password', { body: { token, password } }));
    const uploader = await signIn(trial, password);
    const { status, body } = await uploadPdf({ origin, cookie, secret: uploader, bytes: uploadBytes });
    if (status !== 200) wrong.push(`the upload: ${status} ${JSON.stringify(body)}`);
    const restart = await whileVisited(() => withSettings('restart web'));
    const old = await withSettings('ps --quiet web');
    const upgrade = await whileVisited(async () => {
      await inFolder(`sed -i 's/^PORTAL_VERSION=.*/PORTAL_VERSION=${next}/' portal.env`);
      await follow('run --rm migrate', (commands) => commands.replace(/^.* build$/m, ''));
    });
    if ((await withSettings('ps --quiet web')) === old) wrong.push('the upgrade did not replace the web node');
    await follow('pg_dump');
    await withSettings('down --volumes');
    await withSettings('up --detach');
    await openPage(trial, place);
    await expectStatus(trial, 401, call('/api/login', { body: { email: 'name@example.org', password } }));
    await follow('pg_restore');
    await openPage(trial, place);
    await expectStatus(trial, 401, call('/api/user', { secret: uploader }));
    const restored = await signIn(trial, password);
    // Safe cast, because the upload answered with the file's URL.
    const { fileUrl = '' } = body as { fileUrl?: string };
    const file = await call(fileUrl, { secret: restored });
    const bytes = file.status === 200 ? (await file.arrayBuffer()).byteLength : 0;
    if (bytes < uploadBytes) wrong.push(`the file after the restore: ${file.status}, ${bytes} bytes`);
    const all = [restart, upgrade];
    const failed = all.flatMap((visits) => visits.failed);
    const requests = restart.requests + upgrade.requests;
    const [first, second] = all.map(({ longest }) => seconds(longest));
    const surprises = wrong.length;
    wrong.push(...failed);
    return {
      tries: `a restart and an upgrade under ${requests} requests; backup, loss, restore`,
      reached: `${failed.length} of ${requests} requests failed, the longest waited ${first} and ${second}; ${surprises} other surprises`,
      goal: '0; 0',
      isMet: wrong.length === 0,
      wrong,
    };
  } finally {
    await withSettings('down --volumes');
    const after = await compose.count();
    if (after !== before) wrong.push(`after down: ${after}, before: ${before}`);
  }
}

/**
 * Fills in the passwords and secrets that the example leaves empty, as its comments say, and the project, domain and
 * version.
 */
async function fillSettings(file: string, release: string): Promise<void> {
  const example = await readFile(file, 'utf8');
  const filled = example
    .replaceAll(
      /^(\w+PASSWORD|S3_SECRET_ACCESS_KEY|INSTALLATION_SECRET)=$/gm,
      (line) => line + randomBytes(32).toString('hex'),
    )
    .replace(/^COMPOSE_PROJECT_NAME=.*$/m, `COMPOSE_PROJECT_NAME=portal-trial-${process.pid}`)
    .replace(/^PORTAL_DOMAIN=.*$/m, 'PORTAL_DOMAIN=localhost');
  await writeFile(file, `${filled}PORTAL_VERSION=${release}\n`);
}

/** Trusts the certificate authority that Caddy made for localhost, and waits for the first page. */
async function openPage({ compose }: Trial, place: string): Promise<void> {
  const show = 'docker compose --env-file portal.env exec -T proxy cat /data/caddy/pki/authorities/local/root.crt';
  const isOpen = async () => {
    const [pem] = /-----BEGIN[\s\S]+END CERTIFICATE-----/.exec(await compose.sh(show, place).catch(String)) ?? [];
    if (pem) setDefaultCACertificates([...getCACertificates('bundled'), pem]);
    return call('/auth').then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await until('a page comes through the proxy', isOpen, { withinMs: 180_000, everyMs: 500 });
}

function call(place: string, { body, secret }: { body?: object; secret?: string } = {}): Promise<Response> {
  return fetch(`${origin}${place}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(secret && { cookie: `${cookie}=${secret}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function expectStatus({ wrong }: Trial, wanted: number, answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  if (answer.status !== wanted)
    wrong.push(`${answer.url} was answered ${answer.status}, not ${wanted}: ${(await answer.text()).slice(0, 300)}`);
  return answer;
}

async function signIn(trial: Trial, password: string): Promise<string> {
  const answer = await expectStatus(trial, 200, call('/api/login', { body: { email: 'name@example.org', password } }));
  const [, secret = ''] = /^__Host-session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  return secret;
}

type Visits = { requests: number; failed: string[]; longest: number };

/** Runs `work` while four visitors open pages one after the other. */
async function whileVisited(work: () => Promise<unknown>): Promise<Visits> {
  const visits: Visits = { requests: 0, failed: [], longest: 0 };
  let isOver = false;
  const visit = async (_: unknown, index: number) => {
    const page = index % 2 === 0 ? '/api/config' : '/auth';
    while (!isOver) {
      const startedAt = performance.now();
      const status = await call(page).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        (error: unknown) => String(error),
      );
      const took = performance.now() - startedAt;
      visits.requests += 1;
      visits.longest = Math.max(visits.longest, took);
      if (status !== '200') visits.failed.push(`${page}: ${status} after ${seconds(took)}`);
      await pause(50);
    }
  };
  const visitors = Promise.all(Array.from({ length: 4 }, visit));
  try {
    await work();
    await pause(2_000);
  } finally {
    isOver = true;
    await visitors;
  }
  return visits;
}
