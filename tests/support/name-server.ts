import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import packet from 'dns-packet';

/** Starts a name server on this machine that knows the given TXT records. */
export async function startNameServer() {
  const records = new Map<string, string[] | 'fails'>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = packet.decode(message);
    const name = questions[0]?.name.toLowerCase() ?? '';
    const known = records.get(name);
    const failed = known === 'fails' ? 2 : 3;
    const texts = Array.isArray(known) ? known : [];
    socket.send(
      packet.encode({
        type: 'response',
        id,
        flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (Array.isArray(known) ? 0 : failed),
        questions,
        answers: texts.map((data) => ({ type: 'TXT', name, ttl: 60, data })),
      }),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** Sets the texts of a name. */
    set: (name: string, texts: string[]) => void records.set(name.toLowerCase(), texts),
    /** Makes queries for a name fail. */
    fail: (name: string) => void records.set(name.toLowerCase(), 'fails'),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
