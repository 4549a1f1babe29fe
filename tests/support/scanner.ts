import { createHash } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * `silent` neither reads nor answers, `ending` closes the connection at once, `hasty` answers without reading the file.
 */
type Misbehaviour = 'silent' | 'ending' | 'hasty';

export type TestScanner = {
  /** Address on this machine at which the scanner listens. */
  address: { host: string; port: number };
  /** Value for CLAMAV_URL. */
  url: string;
  /** Files that arrived completely, oldest first. */
  scanned: { bytes: number; sha256: string }[];
  /** Returns the number of connections that were made. */
  asked: () => number;
  /** Sets the answer to further files (without NUL); null restores the normal answers. */
  answerWith(other: string | null): void;
  /** Sets the behaviour on further connections; null restores the normal one. */
  behave(other: Misbehaviour | null): void;
  close(): Promise<void>;
};

/** Harmless text that every virus scanner finds; split into pieces, so that no scanner finds it in this file. */
export const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

const command = Buffer.from('zINSTREAM\0');

/** Starts a scanner on the loopback interface that answers INSTREAM like clamd; it knows one virus. */
export async function startTestScanner(): Promise<TestScanner> {
  const scanned: TestScanner['scanned'] = [];
  const sockets = new Set<Socket>();
  let asked = 0;
  let answer: string | null = null;
  let behaviour: Misbehaviour | null = null;

  const server = createServer(async (socket) => {
    asked += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
    if (behaviour === 'ending') socket.destroy();
    if (behaviour === 'hasty') socket.write('stream: OK\0');
    if (behaviour) return;
    const file = await fileIn(socket).catch(() => null);
    if (!file) return void socket.destroy();
    scanned.push({ bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') });
    const found = file.includes(testVirus) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
    // In two pieces, as a network may deliver it.
    socket.write((answer ?? found).slice(0, 7), () => socket.end(`${(answer ?? found).slice(7)}\0`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe because a server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: '127.0.0.1', port },
    url: `tcp://127.0.0.1:${port}`,
    scanned,
    asked: () => asked,
    answerWith: (other) => {
      answer = other;
    },
    behave: (other) => {
      behaviour = other;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the file of one INSTREAM, joined from its parts; null when the input is different or incomplete. */
async function fileIn(socket: Socket): Promise<Buffer | null> {
  let seen = Buffer.alloc(0);
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    seen = Buffer.concat([seen, part]);
    const file = wholeFile(seen);
    if (file) return file;
  }
  return null;
}

function wholeFile(seen: Buffer): Buffer | null {
  if (!seen.subarray(0, command.length).equals(command)) return null;
  const parts: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= seen.length) {
    const length = seen.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(seen.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
