import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { startDev } from './dev-server.ts';

/** A small server in place of the portal. It answers with `word` and its process id. */
const programSaying = (word: string) => `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => response.end(request.url === '/readyz' ? '{}' : '${word} ' + process.pid));
  server.listen(process.env.PORT, process.env.HOST);
  process.on('SIGTERM', () => process.exit(0));
`;

const isRunning = (processId: number) => {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
};

test('npm run dev serves app and server at one address, restarts a changed server and leaves no process behind', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-dev-'));
  const program = path.join(folder, 'program.mjs');
  await writeFile(program, programSaying('before'));
  const dev = await startDev({ port: 0, host: '127.0.0.1', program });
  const read = async (url: string) => (await fetch(new URL(url, dev.address.replace('localhost', '127.0.0.1')))).text();
  try {
    expect(await read('/browse')).toContain('/@vite/client');
    expect(await read('/dev/components')).toContain('/components-page/main.tsx');
    expect(await read('/dev/mail')).toMatch(/^before \d+$/);
    expect(await read('/api/anything')).toMatch(/^before \d+$/);

    await writeFile(program, programSaying('after'));
    const changed = await vi.waitUntil(async () => {
      const answer = await read('/api/anything');
      return answer.startsWith('after') && answer;
    }, 60_000);

    await dev.stop();
    expect(isRunning(Number(changed.split(' ')[1]))).toBe(false);
  } finally {
    await dev.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
