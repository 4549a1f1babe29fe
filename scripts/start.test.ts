import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { freePort, startProcess } from '#tests/support/process.ts';

const root = path.resolve(import.meta.dirname, '..');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const isShutDown = /database system is shut down\n/;

async function inFolder(use: (dataDir: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-npm-'));
  try {
    await use(path.join(folder, 'data'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const logOf = (dataDir: string) => readFile(path.join(dataDir, 'postgres.log'), 'utf8');

it("OPS-24 every npm script of the portal's programs takes the shell's place, so that npm's signals reach the program", () => {
  const ofPrograms = Object.values(scripts).filter((script) => script.includes('scripts/start.mjs'));
  expect(ofPrograms).toHaveLength(13);
  expect(ofPrograms.filter((script) => !script.startsWith('exec node '))).toEqual([]);
  // Windows has no command `exec`; there exec.cmd, a file, replaces it.
  expect(readFileSync(path.join(root, 'exec.cmd'), 'utf8')).toMatch(/^@%\*\r$/m);
});

it.skipIf(process.platform === 'win32')(
  'OPS-24 npm start ends with code 0, after its PostgreSQL, when npm alone gets SIGTERM',
  { tags: 'long' },
  () =>
    inFolder(async (dataDir) => {
      const port = await freePort();
      const env = { ...process.env, DEMO: '1', DATA_DIR: dataDir, PORT: String(port) };
      const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      npm.stdout.on('data', (part: Buffer) => {
        output += part.toString();
      });
      const ended = once(npm, 'exit');
      await expect.poll(() => `${output}${npm.exitCode ?? ''}`, { interval: 100 }).toMatch(/Stop +Ctrl-C|\d$/);
      npm.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await logOf(dataDir)).toMatch(isShutDown);
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    }),
);

it('OPS-24 a portal that is stopped while its PostgreSQL starts ends it', { tags: 'long' }, () =>
  inFolder(async (dataDir) => {
    const portal = await startProcess('scripts/start.mjs', {
      DEMO: '1',
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
    });
    await expect.poll(() => existsSync(path.join(dataDir, 'postgres.log')), { interval: 10 }).toBe(true);
    portal.kill('SIGTERM');
    expect(await portal.ended).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await logOf(dataDir)).toMatch(isShutDown);
  }),
);

it('OPS-24 a command that gets SIGTERM ends the PostgreSQL that it started', { tags: 'long' }, () =>
  inFolder(async (dataDir) => {
    const command = await startProcess('scripts/start.mjs', { DEMO: '1', DATA_DIR: dataDir }, [
      'server/commands/upgrade-check.ts',
    ]);
    const hasStarted = () =>
      logOf(dataDir).then(
        (log) => log.includes('ready to accept connections'),
        () => false,
      );
    await expect.poll(hasStarted, { interval: 10 }).toBe(true);
    command.kill('SIGTERM');
    expect((await command.ended).exitCode).toBe(143);
    await expect.poll(() => logOf(dataDir)).toMatch(isShutDown);
  }),
);
