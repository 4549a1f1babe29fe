import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import packet from 'dns-packet';

/** Starts a name server on this machine. It knows only the TXT records and IP addresses that a test sets. */
export async function startNameServer() {
  const records = new Map<string, string[] | 'fails'>();
  const addresses = new Map<string, string[][]>();
  const socket = createSocket('udp4');

  /** Returns the answers to a question; null when the name is not known. */
  function answersTo(type: string, name: string): packet.Answer[] | null {
    const texts = records.get(name);
    if (type === 'TXT' && Array.isArray(texts)) return texts.map((data) => ({ type: 'TXT', name, ttl: 60, data }));
    const given = addresses.get(name);
    if (!given || (type !== 'A' && type !== 'AAAA')) return null;
    const current = given[0] ?? [];
    const ofType = current.filter((address) => address.includes(':') === (type === 'AAAA'));
    // Each look-up asks for A and AAAA, so the next list takes over after the question for AAAA.
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
    /** Sets the TXT records of a name. */
    set: (name: string, texts: string[]) => void records.set(name.toLowerCase(), texts),
    /** Sets the IP addresses of a name. With several lists, each look-up uses up one, and the last one stays. */
    setAddresses: (name: string, ...lists: string[][]) => void addresses.set(name.toLowerCase(), [...lists]),
    /** Fails questions about the TXT records of a name with SERVFAIL. */
    fail: (name: string) => void records.set(name.toLowerCase(), 'fails'),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
