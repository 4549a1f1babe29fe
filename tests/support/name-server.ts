import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import packet from 'dns-packet';

/** A name server on this machine that knows the TXT records and the addresses it is given. */
export async function startNameServer() {
  const records = new Map<string, string[] | 'fails'>();
  const addresses = new Map<string, string[][]>();
  const socket = createSocket('udp4');

  /** The answers to a question; null when the name is not known. */
  function answersTo(type: string, name: string): packet.Answer[] | null {
    const texts = records.get(name);
    if (type === 'TXT' && Array.isArray(texts)) return texts.map((data) => ({ type: 'TXT', name, ttl: 60, data }));
    const given = addresses.get(name);
    if (!given || (type !== 'A' && type !== 'AAAA')) return null;
    const current = given[0] ?? [];
    const ofType = current.filter((address) => address.includes(':') === (type === 'AAAA'));
    // Both kinds are asked for each time: the next look-up begins with the second of them.
    if (type === 'AAAA' && given.length > 1) given.shift();
    return ofType.map((data) => ({ type, name, ttl: 0, data }));
  }

  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = packet.decode(message);
    const name = questions[0]?.name.toLowerCase() ?? '';
    const answers = answersTo(String(questions[0]?.type), name);
    const failed = records.get(name) === 'fails' ? 2 : 3;
    socket.send(
      packet.encode({
        type: 'response',
        id,
        flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (answers ? 0 : failed),
        questions,
        answers: answers ?? [],
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
    /** Knows these addresses of a name; with several lists, one for each look-up and the last one from then on. */
    setAddresses: (name: string, ...lists: string[][]) => void addresses.set(name.toLowerCase(), [...lists]),
    /** Says of a name that it cannot answer. */
    fail: (name: string) => void records.set(name.toLowerCase(), 'fails'),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
