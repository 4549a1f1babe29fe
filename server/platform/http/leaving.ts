import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time for the rest of a request's header that arrives in parts while the server ends, in milliseconds. */
const headerMs = 1_000;

/**
 * Closes each connection as soon as the server ends and no request is under way on it. Node closes connections that are
 * idle when the end begins. A connection whose request ends later would stay open for the proxy's next request until
 * the keep-alive time is over, and one without a request, or with a part of its header, as long as its peer likes; the
 * node would wait for all of them.
 */
export function closeConnectionsAtEnd(app: FastifyInstance): void {
  /** Requests under way on each open connection. */
  const connections = new Map<Socket, number>();
  let isEnding = false;
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, 0);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    const requests = connections.get(socket);
    if (requests !== undefined) connections.set(socket, requests + 1);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isEnding) reply.header('connection', 'close');
  });
  // Also runs after the caller has closed the connection.
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    const left = (connections.get(socket) ?? 1) - 1;
    if (connections.has(socket)) connections.set(socket, left);
    // Sends the data that the socket still holds.
    if (isEnding && left <= 0) socket.destroySoon();
  });
  app.addHook('preClose', async () => {
    isEnding = true;
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
    const closeUnasked = () => {
      for (const [socket, requests] of connections) if (requests === 0) socket.destroy();
    };
    setTimeout(closeUnasked, headerMs).unref();
  });
}
