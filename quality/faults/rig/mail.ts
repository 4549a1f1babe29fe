import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** How a mail server is: as it should be, taking mails and never saying so, or turning every mail down. */
export type MailMood = 'taking' | 'hanging' | 'refusing';

export type MailServer = {
  port: number;
  setMood(mood: MailMood): void;
  /** The Message-ID of every mail that was taken, in order. */
  taken: string[];
  /** When each address got its last mail, as `performance.now` has it. */
  reachedAt: Map<string, number>;
  /** How long each hung connection was held by the other side, in milliseconds. */
  hungMs: number[];
  close(): Promise<void>;
};

/** A mail server on loopback whose mood can be changed. */
export async function startMailServer(port = 0): Promise<MailServer> {
  let mood: MailMood = 'taking';
  const taken: string[] = [];
  const reachedAt = new Map<string, number>();
  const hungMs: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, { envelope }, done) => {
      text(stream).then((mail) => {
        if (mood === 'refusing') return done(Object.assign(new Error('Not here'), { responseCode: 550 }));
        if (mood === 'hanging') return;
        taken.push(/^Message-ID: (.+)$/im.exec(mail)?.[1]?.trim() ?? '');
        for (const { address } of envelope.rcptTo) reachedAt.set(address, performance.now());
        done();
      }, done);
    },
  });
  server.server.on('connection', (socket) => {
    const openedAt = performance.now();
    const wasHanging = mood === 'hanging';
    socket.once('close', () => {
      if (wasHanging) hungMs.push(performance.now() - openedAt);
    });
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    // Safe: a server that listens on TCP has an address with a port.
    port: (server.server.address() as AddressInfo).port,
    setMood: (next) => {
      mood = next;
    },
    taken,
    reachedAt,
    hungMs,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection.close();
      }),
  };
}
