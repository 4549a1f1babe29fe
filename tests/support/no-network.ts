/**
 * Setup file of Vitest: a test may connect only to this machine. Any other connection by `Socket`, and any `dns.lookup`
 * of another name, is rejected and fails the running test, even when the code under test swallows the error. A
 * `dns.Resolver` and UDP are not stopped: tests give them a name server of their own.
 */
import dns from 'node:dns';
import { isIP, type LookupFunction, Socket } from 'node:net';
import { afterAll, afterEach } from 'vitest';

const rejected: string[] = [];

/** Empties the list of rejected hosts and returns it; for the test of this file. */
export function takeRejected(): string[] {
  return rejected.splice(0);
}

function isThisMachine(host: string): boolean {
  const name = host.replace(/^::ffff:/, '');
  return name === 'localhost' || /^127\./.test(name) || ['::1', '::', '0.0.0.0'].includes(name);
}

function refuse(host: string): Error {
  rejected.push(host);
  return new Error(`A test asked for ${host}; tests reach this machine only.`);
}

/**
 * Returns the host from any form of the arguments of `connect`; null for a socket file, and for a connection with a
 * look-up function of its own, which is then rejected if it finds another machine.
 */
function hostIn(values: unknown[]): string | null {
  // node:net calls connect again with one array of the options and the callback.
  const [first, second] = Array.isArray(values[0]) ? values[0] : values;
  if (typeof first === 'object' && first !== null) {
    const options: { path?: unknown; host?: unknown; lookup?: unknown } = first;
    const host = String(options.host ?? 'localhost');
    if (isIP(host) === 0 && typeof options.lookup === 'function') {
      options.lookup = guarded(options.lookup as LookupFunction);
      return null;
    }
    return options.path ? null : host;
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null;
  return typeof second === 'string' ? second : 'localhost';
}

function guarded(lookUp: LookupFunction): LookupFunction {
  return (name, options, answer) =>
    lookUp(name, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      const foreign = error ? undefined : addresses.find((address) => !isThisMachine(address));
      if (foreign === undefined) answer(error, found, family);
      else answer(refuse(foreign), []);
    });
}

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...values: unknown[]) {
  const host = hostIn(values);
  if (host !== null && !isThisMachine(host)) return this.destroy(refuse(host));
  // Safe because the arguments are passed on unchanged; the overloads of connect cannot be named at once.
  return Reflect.apply(connect, this, values);
} as typeof connect;

const lookup = dns.lookup;
dns.lookup = Object.assign((host: string, ...rest: unknown[]) => {
  const callback = rest.at(-1);
  if (isThisMachine(host) || isIP(host) || typeof callback !== 'function') {
    return Reflect.apply(lookup, dns, [host, ...rest]);
  }
  const error = refuse(host);
  process.nextTick(() => callback(error));
}, lookup) as typeof lookup;

const lookupPromise = dns.promises.lookup;
dns.promises.lookup = (async (host: string, ...rest: unknown[]) => {
  if (!isThisMachine(host) && !isIP(host)) throw refuse(host);
  return Reflect.apply(lookupPromise, dns.promises, [host, ...rest]);
}) as typeof lookupPromise;

function failIfRejected(): void {
  const hosts = takeRejected();
  if (hosts.length > 0) throw new Error(`An unplanned call to the network: ${hosts.join(', ')}`);
}

afterEach(failIfRejected);
afterAll(failIfRejected);
