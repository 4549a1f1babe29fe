import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { hostAddresses } from './addresses.ts';

/** Time for a host to report whether it accepts writes, in milliseconds. */
const answerWithinMs = 1_000;

/** Bytes that are read in one turn of the event loop: one full read of a socket. */
const atOnce = 65_536;

/**
 * Pauses a socket for one turn of the event loop after each full read. Node.js otherwise reads and parses up to 2 MB of
 * a large result in one turn, which takes longer than other requests may wait (GEN-29). Wraps `push` instead of adding
 * a listener, because pg-copy-streams expects the socket to have exactly one.
 */
function giveWay<Stream extends Duplex>(socket: Stream): Stream {
  const push = socket.push.bind(socket);
  let bytesRead = 0;
  socket.push = (bytes: Buffer | null, encoding?: BufferEncoding) => {
    const canTakeMore = push(bytes, encoding);
    bytesRead += bytes?.length ?? 0;
    if (bytesRead >= atOnce && socket.readableFlowing) {
      bytesRead = 0;
      socket.pause();
      setImmediate(() => socket.resume());
    }
    return canTakeMore;
  };
  return socket;
}

/**
 * A connection to PostgreSQL. Of several hosts it uses the one that accepts writes, which is found again for each
 * connection, so that connections after a failover go to the new primary.
 */
export class Client extends pg.Client {
  readonly #addresses: string[];

  constructor(config: pg.ClientConfig = {}) {
    const addresses = config.connectionString === undefined ? [] : hostAddresses(config.connectionString);
    super({
      stream: () => giveWay(new Socket()),
      ...config,
      ...(addresses[0] !== undefined && { connectionString: addresses[0] }),
    });
    this.#addresses = addresses;
    // TLS reads through another socket, which replaces the first one.
    this.connection.once('sslconnect', () => giveWay(this.connection.stream));
    // The server may accept a connection and end it at once, before the pool listens, which the promise below delays.
    // Without a listener, that error would end the node; the first statement then fails anyway.
    this.on('error', () => {});
    this.#endWhenOfNoUse();
  }

  /** Ends the connection at the first error that shows that it is useless; its pool then opens another one. */
  #endWhenOfNoUse(): void {
    const ask = (...given: unknown[]) => (super.query as (...given: unknown[]) => unknown).apply(this, given);
    const look = (error: unknown) => {
      if (isOfNoUse(error)) void this.end().catch(() => {});
    };
    const query = (...given: unknown[]): unknown => {
      const answered = given.at(-1);
      if (typeof answered === 'function') {
        return ask(...given.slice(0, -1), (error: unknown, result: unknown) => {
          look(error);
          answered(error, result);
        });
      }
      const answer = ask(...given);
      if (answer instanceof Promise) answer.catch(look);
      return answer;
    };
    // `Object.assign` leaves the types of the driver's many forms of the call as they are.
    Object.assign(this, { query });
  }

  /** @throws AggregateError when none of several hosts accepts writes */
  override connect(): Promise<this>;
  override connect(callback: (error: Error | null, client?: this) => void): void;
  override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    // The pool calls this form.
    connected.then((client) => callback(null, client), callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    if (this.#addresses.length > 1) {
      const { host, port } = await Promise.any(this.#addresses.map(findPrimary));
      this.host = host;
      this.port = port;
    }
    await super.connect();
    return this;
  }
}

/**
 * Whether a connection is useless: its host rejects writes (25006), for example as a standby, a migration has outdated
 * the plan of a named statement (0A000), or the host vanished and does not respond.
 */
function isOfNoUse(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && (error.code === '25006' || error.code === '0A000')) || error.message === noResponse;
}

/** The driver's message for a statement without a response in time. */
const noResponse = 'Query read timeout';

/** @throws when the host of this connection URL does not respond, or is a standby */
async function findPrimary(connectionString: string): Promise<{ host: string; port: number }> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby !== false) throw new Error(`${client.host}:${client.port} is a standby`);
    return { host: client.host, port: client.port };
  } finally {
    // Not awaited, because a host that does not respond does not end the connection either.
    void client.end().catch(() => {});
  }
}
