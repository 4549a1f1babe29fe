import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';

/**
 * One HTTP/1.1 connection that is kept open. It parses only the data that a measurement needs, so that on two cores the
 * load takes as little time from the servers as possible.
 */
export type Connection = {
  /**
   * Sends the bytes of a request and waits for the whole response. @throws unless the response is a success with a
   * length
   */
  call(request: Buffer): Promise<void>;
  /** Like `call`, but for any status. @returns the status, and Retry-After if the response has it */
  ask(request: Buffer): Promise<Said>;
  /** Whether the server has not closed the connection, as it does after some idle time. */
  isOpen(): boolean;
  close(): void;
};

/** Status and Retry-After of a response, and the code of a rejection; null where they are absent. */
export type Said = { status: number; retryAfter: string | null; code: string | null };

type Waiting = { resolve: (said: Said) => void; reject: (error: Error) => void };

export async function connect(port: number): Promise<Connection> {
  const socket = connectSocket(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let waiting: Waiting | null = null;
  /** Received part of a response whose head is incomplete. */
  let head: Buffer | null = null;
  /** Number of bytes that are missing from the response, once its head is known. */
  let missing = 0;
  let said: Said = { status: 0, retryAfter: null, code: null };
  /** Received body of a rejection, which has its code; other bodies are dropped. */
  let rejection = '';

  const settle = (error?: Error) => {
    const { resolve, reject } = waiting ?? {};
    waiting = null;
    if (error) reject?.(error);
    else resolve?.({ ...said, code: /"code":"([\w.-]+)"/.exec(rejection)?.[1] ?? null });
  };
  socket.on('data', (chunk) => {
    if (missing > 0) {
      missing -= chunk.length;
      if (said.status > 299) rejection += chunk.toString('latin1');
      if (missing === 0) settle();
      return;
    }
    const start = head ? Buffer.concat([head, chunk]) : chunk;
    const end = start.indexOf('\r\n\r\n');
    head = end === -1 ? start : null;
    if (end === -1) return;
    const text = start.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined) return settle(new Error(`Unexpected answer:\n${start.subarray(0, 2000)}`));
    const retryAfter = /\r\nretry-after: (\S+)/i.exec(text)?.[1] ?? null;
    said = { status: Number(text.slice(9, 12)), retryAfter, code: null };
    rejection = said.status > 299 ? start.toString('latin1', end + 4) : '';
    missing = end + 4 + Number(length) - start.length;
    if (missing === 0) settle();
  });
  socket.on('error', settle);
  socket.on('close', () => settle(new Error('The server closed the connection')));
  const ask = (request: Buffer) =>
    new Promise<Said>((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('The server closed the connection'));
      waiting = { resolve, reject };
      socket.write(request);
    });
  return {
    ask,
    call: async (request) => {
      const { status, code } = await ask(request);
      if (status < 200 || status > 299) throw new Error(`Unexpected answer: ${status} ${code ?? ''}`.trim());
    },
    isOpen: () => !socket.destroyed,
    close: () => socket.destroy(),
  };
}

type Call = {
  path: string;
  secret?: string;
  device?: string;
  body?: unknown;
  method?: 'PUT';
  /** Accepts a compressed response, as browsers do. */
  isCompressed?: true;
};

/**
 * Returns the bytes of a GET, or of a POST (or another method) with a body; `secret` signs in, `device` identifies the
 * browser.
 */
export function requestOf({ path, secret, device, body, method, isCompressed }: Call): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method ?? (body === undefined ? 'GET' : 'POST')} ${path} HTTP/1.1`,
    'host: localhost',
    'accept: application/json',
    ...(isCompressed ? ['accept-encoding: gzip'] : []),
    ...(secret ? [`cookie: session=${secret}`] : []),
    ...(device ? [`cookie: device=${device}`] : []),
    ...(json ? ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${json}`);
}
