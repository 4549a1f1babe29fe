import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer as createProbe } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '..');

/** Path of the page with all components in their states; only this server has it. */
const componentsPath = '/dev/components';

/** Paths that the portal handles; the app's page and modules come from Vite. */
const portalPaths = /^\/(api|media|dev|sandbox|healthz|readyz|metrics)(\/|$|\?)/;

/** Longest wait of a call for a portal that is starting; a first start also fills the demo. */
const startMs = 60_000;

type Dev = { address: string; stop: () => Promise<void> };

/**
 * Starts a server program under `node --watch` and Vite in front of it. Calls wait while the program starts again.
 * @param program listens on PORT, answers /readyz, and ends on SIGTERM
 * @throws when the port is taken
 */
export async function startDev({ port, host, program }: { port: number; host: string; program: string }): Promise<Dev> {
  const portalPort = await freePort();
  const portal = `http://127.0.0.1:${portalPort}`;
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    plugins: [componentsPage(), waitForPortal(portal)],
    server: {
      port,
      strictPort: true,
      host,
      // The packages, which are links, and the contract are outside the folder of the web app.
      fs: { allow: [root] },
      proxy: { [portalPaths.source]: { target: portal, changeOrigin: false } },
    },
  });
  await vite.listen();
  const listening = vite.httpServer?.address();
  const ownPort = typeof listening === 'object' && listening ? listening.port : port;
  const address = `http://localhost:${ownPort}`;
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', resolve(root, program)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: String(portalPort),
      HOST: '127.0.0.1',
      PUBLIC_URL: process.env.PUBLIC_URL ?? address,
      NODE_COMPILE_CACHE: join(root, 'dist', '.compile-cache'),
    },
    // A Ctrl-C in the terminal would otherwise reach the program a second time and interrupt its shutdown.
    detached: process.platform !== 'win32',
  });
  return {
    address,
    stop: async () => {
      await Promise.all([vite.close(), end(child)]);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Delays calls until the portal is ready, so that a restart of the server looks like a slow response. */
function waitForPortal(portal: string): Plugin {
  return {
    name: 'wait-for-portal',
    configureServer({ middlewares }) {
      middlewares.use(async (request, _response, next) => {
        if (portalPaths.test(request.url ?? '')) await readiness(portal);
        next();
      });
    },
  };
}

/** Serves the page of web/components-page at `/dev/components`, before the portal gets the request. */
function componentsPage(): Plugin {
  return {
    name: 'components-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url === componentsPath) request.url = '/components-page/index.html';
        next();
      });
    },
  };
}

async function readiness(portal: string): Promise<void> {
  const until = performance.now() + startMs;
  while (!(await isReady(portal)) && performance.now() < until) await wait(100);
}

/** Calls /readyz on a separate connection, because an open connection would prevent the old portal from ending. */
async function isReady(portal: string): Promise<boolean> {
  try {
    const [response] = await once(get(`${portal}/readyz`, { agent: false }), 'response');
    response.resume();
    return response.statusCode === 200;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || !address) throw new Error('A server on TCP has an address with a port');
  return address.port;
}
