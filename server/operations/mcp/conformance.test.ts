/** @module-tag long */
import { execFile, execSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopesOf } from '#contract/scopes.ts';
import { makeKey } from '#tests/support/keys.ts';
import { switchAssistantsOn } from '#tests/support/mcp.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { freePort } from '#tests/support/process.ts';

/** The suite is a package of its own (decision 0001). */
const suite = path.resolve(import.meta.dirname, '../../../lint/mcp');

let portal: TestPortal;
let keyAdder: http.Server;
let url: string;
beforeAll(async () => {
  installSuite();
  const port = await freePort();
  portal = await createTestPortal({ PUBLIC_URL: `http://localhost:${port}`, DEMO_LIMIT_FACTOR: '1000' });
  await portal.app.listen({ port, host: '127.0.0.1' });
  await switchAssistantsOn(portal);
  const { token } = await makeKey(await portal.member(), '/api/user/keys', scopesOf('member'));
  // The suite sends no key, so a proxy adds one.
  keyAdder = http.createServer((request, response) => {
    const { url: target, method } = request;
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const passed = { port, host: '127.0.0.1', path: target, method, headers };
    const call = http.request(passed, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    request.pipe(call);
  });
  const front = await freePort();
  keyAdder.listen(front, '127.0.0.1');
  await once(keyAdder, 'listening');
  url = `http://localhost:${front}/mcp`;
}, 120_000);
afterAll(async () => {
  keyAdder.close();
  await portal.close();
});

/** Installs the suite when it is absent or older than its lock file. */
function installSuite(): void {
  const timeOf = (file: string) => statSync(path.join(suite, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf('node_modules/.package-lock.json') >= timeOf('package-lock.json')) return;
  execSync('npm ci --no-audit --no-fund', { cwd: suite, stdio: 'pipe' });
}

function run(scenario: string, revision: string): Promise<string> {
  const program = path.join(suite, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const words = [program, 'server', '--url', url, '--scenario', scenario, '--spec-version', revision];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: suite }, (_error, out, problems) => resolve(out + problems));
  });
}

// Leaves out scenarios that call the suite's own tools, or need prompts, resources or subscriptions, which the portal
// lacks.
it.each([
  ['2025-06-18', 'server-initialize'],
  ['2025-06-18', 'ping'],
  ['2025-06-18', 'tools-list'],
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'dns-rebinding-protection'],
  ['2026-07-28', 'http-header-validation'],
])(
  'MCP-01 conforms to revision %s in the scenario %s',
  async (revision, scenario) => {
    const [, passed, all, failed] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(await run(scenario, revision)) ?? [];
    expect([failed, passed]).toEqual(['0', all]);
    expect(Number(all)).toBeGreaterThan(0);
  },
  60_000,
);
