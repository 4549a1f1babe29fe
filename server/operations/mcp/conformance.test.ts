/** @module-tag long */
import { execFile, execSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpTools, type ToolName, toolNames } from '#contract/operations/mcp-tools.ts';
import { scopesOf } from '#contract/scopes.ts';
import { decide, registerAssistant } from '#tests/support/assistants.ts';
import type { Client } from '#tests/support/client.ts';
import { insertArticle, insertResource } from '#tests/support/factories.ts';
import { makeKey } from '#tests/support/keys.ts';
import { switchAssistantsOn } from '#tests/support/mcp.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { freePort } from '#tests/support/process.ts';

/** The suite and the inspector are a package of their own (decision 0001). */
const suite = path.resolve(import.meta.dirname, '../../../lint/mcp');

let portal: TestPortal;
let keyAdder: http.Server;
let url: string;
let ownUrl: string;
let member: Client & { userId: number };
let token: string;
let article: number;
beforeAll(async () => {
  installSuite();
  const port = await freePort();
  portal = await createTestPortal({ PUBLIC_URL: `http://localhost:${port}`, DEMO_LIMIT_FACTOR: '1000' });
  await portal.app.listen({ port, host: '127.0.0.1' });
  await switchAssistantsOn(portal);
  ownUrl = `http://localhost:${port}/mcp`;
  member = await portal.member();
  ({ token } = await makeKey(member, '/api/user/keys', scopesOf('member')));
  article = (await insertResource(portal.database, { title: 'Wombats at work' })).id;
  await insertArticle(portal.database, article, 'Wombats dig.');
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

/** Installs both when they are absent or older than their lock file. */
function installSuite(): void {
  const timeOf = (file: string) => statSync(path.join(suite, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf('node_modules/.package-lock.json') >= timeOf('package-lock.json')) return;
  execSync('npm ci --no-audit --no-fund', { cwd: suite, stdio: 'pipe' });
}

function run(scenario: string, revision: string): Promise<string> {
  const words = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision];
  return start('conformance/dist/index.js', words).then(({ out, problems }) => out + problems);
}

type Ended = { exitCode: number; out: string; problems: string };

/**
 * Runs a program of one of the packages.
 * @param onLine called with each line that it prints
 */
function start(program: string, words: readonly string[], onLine?: (line: string) => void): Promise<Ended> {
  const file = path.join(suite, 'node_modules/@modelcontextprotocol', program);
  // The inspector keeps its state in the home folder.
  const env = { ...process.env, HOME: portal.blobFolder };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...words], { cwd: suite, env }, (_error, out, problems) =>
      resolve({ exitCode: child.exitCode ?? -1, out, problems }),
    );
    if (onLine && child.stdout) createInterface(child.stdout).on('line', onLine);
  });
}

const isForMembers = (name: ToolName) => mcpTools[name].scopes.every((scope) => scopesOf('member').includes(scope));

/** Asks the portal by the inspector's command line. */
function inspect(key: string, words: readonly string[]): Promise<Ended> {
  const transport = ['--transport', 'http', '--header', `Authorization: Bearer ${key}`];
  const options = ['--stored-auth-only', '--format', 'json', '--quiet'];
  return start('inspector/clients/launcher/build/index.js', ['--cli', ownUrl, ...transport, ...options, ...words]);
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

it('MCP-02 conforms to every scenario of an authorization server: its metadata, and a code that a member allows', {
  timeout: 60_000,
}, async () => {
  const callback = await freePort();
  const clientId = await registerAssistant(member, { redirect_uris: [`http://127.0.0.1:${callback}/callback`] });
  const issuer = new URL(ownUrl).origin;
  const words = ['authorization', '--url', issuer, '--client-id', clientId, '--resource', ownUrl];
  // The suite prints the URL that a browser is to open; the member's browser sends the form of the page behind it.
  const allow = async (line: string) => {
    if (!line.startsWith(`${issuer}/oauth/authorize?`)) return;
    const { headers } = await decide(member, new URL(line).search.slice(1));
    await fetch(String(headers.location));
  };
  const { exitCode, out } = await start(
    'conformance/dist/index.js',
    [...words, '--port', String(callback)],
    (line) => void allow(line),
  );
  // A scenario that is skipped passes no check.
  const passed = [...out.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed$/gm)].map(([, scenario]) => scenario);
  expect(passed).toEqual(['authorization-server-metadata-endpoint', 'authorization-code-grant']);
  expect(exitCode).toBe(0);
});

describe.each(['legacy', 'modern'])('the inspector, by its command line (%s)', (era) => {
  const asked = ['--protocol-era', era, '--method'];

  it('MCP-01 MCP-02 shows that a wrong key does not work, and gets no tools', { timeout: 60_000 }, async () => {
    const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    const { exitCode, out, problems } = await inspect(wrong, [...asked, 'tools/list']);
    expect([exitCode, out]).toEqual([3, '']);
    expect(problems).toContain('"code":"auth_required"');
  });

  it('MCP-01 MCP-03 lists the tools of a member, and finds no error in their schemas', {
    timeout: 60_000,
  }, async () => {
    const { exitCode, out } = await inspect(token, [...asked, 'tools/list', '--strict']);
    expect(exitCode).toBe(0);
    const names = JSON.parse(out).result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(toolNames.filter(isForMembers));
  });

  it('MCP-03 calls a tool and prints its result', { timeout: 60_000 }, async () => {
    const words = ['tools/call', '--tool-name', 'read_resource', '--tool-arg', `resourceId=${article}`];
    const { exitCode, out, problems } = await inspect(token, [...asked, ...words]);
    expect([exitCode, problems]).toEqual([0, '']);
    expect(JSON.parse(out).result.structuredContent).toMatchObject({
      resourceId: article,
      citation: { title: 'Wombats at work' },
      passages: [{ page: null, text: 'Wombats dig.' }],
    });
  });
});
