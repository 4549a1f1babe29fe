import { once } from 'node:events';
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const checkEveryMs = 500;

/** A proxy before the nodes, as operators use it. */
export type Front = {
  port: number;
  origin: string;
  /** The ports that currently receive requests. */
  serving(): readonly number[];
  /** Number of responses with 500 or above, and of those without an answer by their reason. */
  refusals: Map<string, number>;
  /** Replaces the nodes. */
  setNodes(ports: readonly number[]): void;
  close(): Promise<void>;
};

/**
 * Starts a proxy that passes requests to the nodes in turn. It checks twice a second whether each node can serve; a
 * node that refuses a connection is left out at once. When all are left out, any of them gets requests. A read whose
 * response has not begun is retried at another node; any other request only when no connection was made, because the
 * node may have processed it.
 */
export async function startFront(): Promise<Front> {
  let nodes: readonly number[] = [];
  let healthy = new Set<number>();
  let turn = 0;
  const rejections = new Map<string, number>();
  const count = (what: string) => rejections.set(what, (rejections.get(what) ?? 0) + 1);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const ending = new AbortController();

  const choose = (tried: ReadonlySet<number>): number | null => {
    const untried = nodes.filter((port) => !tried.has(port));
    const ready = untried.filter((port) => healthy.has(port));
    const open = ready.length > 0 ? ready : untried;
    turn += 1;
    return open[turn % open.length] ?? null;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request.setEncoding('latin1'));
    const tried = new Set<number>();
    for (let port = choose(tried); port !== null; port = choose(tried)) {
      tried.add(port);
      const passed = await pass({ request, response, body, port, agent });
      if (passed === 'answered')
        return response.statusCode >= 500 ? void count(String(response.statusCode)) : undefined;
      if (passed === 'refused') healthy.delete(port);
      if (passed === 'broken' && (request.method !== 'GET' || response.headersSent)) break;
    }
    count(`502 ${tried.size === 0 ? 'no node' : 'broken off'}`);
    if (response.headersSent) return void response.destroy();
    response.writeHead(502, { 'content-type': 'application/json' }).end('{"code":"front.no-answer","message":""}');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe cast, because a server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;

  const checking = (async () => {
    while (!ending.signal.aborted) {
      const checked = await Promise.all(nodes.map(async (one) => [one, await isReady(one)] as const));
      healthy = new Set(checked.filter(([, ready]) => ready).map(([one]) => one));
      await pause(checkEveryMs, null, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    refusals: rejections,
    serving: () => nodes.filter((one) => healthy.has(one)),
    setNodes: (ports) => {
      nodes = ports;
      healthy = new Set(ports);
    },
    close: async () => {
      ending.abort();
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await checking;
    },
  };
}

type Passing = { request: IncomingMessage; response: ServerResponse; body: string; port: number; agent: Agent };

/** @returns `refused` when no connection was made, `broken` when it was lost before the response was complete */
function pass({ request, response, body, port, agent }: Passing): Promise<'answered' | 'refused' | 'broken'> {
  return new Promise((resolve) => {
    const { method, url: path, headers } = request;
    const asked = ask({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => resolve('broken'));
      answer.on('end', () => resolve(answer.complete ? 'answered' : 'broken'));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'));
    asked.end(Buffer.from(body, 'latin1'));
  });
}

/** Whether a node reports that it can serve. */
export async function isReady(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null);
  await reply?.arrayBuffer().catch(() => null);
  return reply?.ok ?? false;
}
