import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Behaviour of a mail server: normal, accepting mails without a reply, or rejecting every mail. */
export type MailMood = 'taking' | 'hanging' | 'refusing';

export type MailServer = {
  port: number;
  setMood(mood: MailMood): void;
  /** The Message-ID of every accepted mail, in order. */
  taken: string[];
  /** Time of the last mail to each address, by `performance.now`. */
  reachedAt: Map<string, number>;
  /** Milliseconds for which the client held each connection that was opened while hanging. */
  hungMs: number[];
  close(): Promise<void>;
};

/** Starts a mail server on loopback whose behaviour can be changed. */
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
    // Safe cast, because a server that listens on TCP has an address with a port.
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
