import { createReadStream } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '../failure.ts';
import type { Arrival } from './blobs.ts';

export type Scanner = {
  /**
   * Scans a file before it is stored.
   * @throws Failure `files.infected` when the scanner found something, `files.scanner-unavailable` when it did not scan
   * the whole file
   */
  check(file: Pick<Arrival, 'path' | 'bytes' | 'sha256'>): Promise<void>;
};

type Settings = {
  /** Address of clamd. */
  address: NetConnectOpts;
  /** Logs findings, and reasons why a file could not be scanned; never the content. */
  log: (message: string) => void;
  connectMs?: number;
  wholeMs?: number;
};

type Limits = { connectMs: number; wholeMs: number };

/** Maximum wait for the rest of the file to be sent after clamd's response; only moments are needed. */
const takenWithinMs = 1_000;

/** Maximum length of clamd's response. */
const maxAnswerLength = 1_000;

/** Calls clamd, the daemon of ClamAV, with its command INSTREAM: https://docs.clamav.net/manual/Usage/Scanning.html */
export function createScanner({ address, log, connectMs = 5_000, wholeMs = 60_000 }: Settings): Scanner {
  return {
    async check({ path, bytes, sha256 }) {
      const answer = await ask(address, path, { connectMs, wholeMs }).catch((error: unknown) => {
        log(`An upload was refused, for the virus scanner is out of reach: ${wordsOf(error)}`);
        throw fail('files.scanner-unavailable');
      });
      if (answer === 'stream: OK') return;
      const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      const file = `${bytes} bytes, SHA-256 ${sha256.toString('hex')}`;
      if (found) log(`An upload was refused, for the virus scanner found ${found} (${file})`);
      else log(`An upload was refused, for the virus scanner answered "${answer}" (${file})`);
      throw fail(found ? 'files.infected' : 'files.scanner-unavailable');
    },
  };
}

async function ask(address: NetConnectOpts, path: string, { connectMs, wholeMs }: Limits): Promise<string> {
  const socket = connect(address);
  const end = (words: string) => () => socket.destroy(new Error(words));
  const connecting = setTimeout(end(`no connection within ${connectMs} ms`), connectMs);
  const patience = setTimeout(end(`no answer within ${wholeMs} ms`), wholeMs);
  socket.once('connect', () => clearTimeout(connecting));
  // Reading and writing report errors themselves; this listener handles those in between.
  socket.on('error', () => {});
  try {
    // The connection stays open for the response.
    const sending = pipeline(inChunks(path), socket, { end: false });
    sending.catch((error: Error) => socket.destroy(error));
    const answer = await readResponse(socket);
    // A scanner that responds before it has read everything may never read the rest.
    const isTaken = sending.then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([isTaken, pause(takenWithinMs, false, { ref: false })]))) {
      throw new Error(`it took only a part of the file and answered "${answer}"`);
    }
    return answer;
  } finally {
    clearTimeout(connecting);
    clearTimeout(patience);
    socket.destroy();
  }
}

/** Yields the command, every part of the file after its length in four bytes, and a length of zero. */
async function* inChunks(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const part of createReadStream(path)) yield Buffer.concat([lengthOf(part), part]);
  yield lengthOf(Buffer.alloc(0));
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}

/** Returns clamd's response, which ends with NUL. */
async function readResponse(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    answer += String(part);
    const [whole, rest] = answer.split('\0');
    if (whole !== undefined && rest !== undefined) return whole;
    if (answer.length > maxAnswerLength) throw new Error('its answer has no end');
  }
  throw new Error('it ended the connection');
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
}
