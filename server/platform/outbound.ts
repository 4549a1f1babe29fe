import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Dispatcher } from 'undici';
import { createAddressLookup, type LookUpAddresses } from './dns.ts';

/**
 * The URL is none that the portal calls, or leads to a network that it does not call. Nothing else may be logged or
 * shown of it (HOOK-06).
 */
export class AddressRejected extends Error {
  constructor() {
    super('address not allowed');
  }
}

/** The response has more than `maxBytes` bytes. */
export class ResponseTooLong extends Error {}

/** Options of `fetch`. A body is read completely before it is sent, and redirects are never followed. */
export type OutboundOptions = Omit<RequestInit, 'body'> & {
  body?: string | Uint8Array | ArrayBuffer | URLSearchParams | ReadableStream | null | undefined;
  /** Time limit for the whole call: DNS lookup, connection, and response with its body. */
  timeoutMs?: number;
  maxBytes?: number;
  /** Whether a response beyond `maxBytes` is cut; otherwise the call rejects with `AnswerTooLong`. */
  isCut?: boolean;
};

/** Calls URLs that people choose: those of webhooks, assistants, companies' sign-in, pictures. */
export type Outbound = {
  /**
   * Works as `fetch` does, and can be given to libraries that take one.
   * @throws AddressRefused, AnswerTooLong, and errors of the look-up, the connection and the time limit
   */
  fetch(address: string | URL, options?: OutboundOptions): Promise<Response>;
  /**
   * Rejects a URL that `fetch` would reject at this moment.
   * @throws AddressRefused; the name server's error when the host name has no IP address
   */
  check(address: string | URL): Promise<void>;
  close(): Promise<void>;
};

type OutboundSettings = {
  /** Networks that are called beside the public internet, over plain http too, such as 127.0.0.0/8. */
  allowedNetworks?: readonly string[];
  lookUp?: LookUpAddresses;
};

/** Public address at which Azure gives a machine its secrets. */
const metadataNetworks = [ipaddr.parseCIDR('168.63.129.16/32')];

/** Network of global IPv6 addresses (IANA). The library calls every address unicast that has no other known use. */
const globalUnicast6 = ipaddr.parseCIDR('2000::/3');

/**
 * Makes the caller of foreign URLs. Host names are looked up here, each IP address is checked, and the connection goes
 * to a checked address: there is no second lookup that could have another result. Proxies that the environment names
 * are not used.
 */
export function createOutbound({
  allowedNetworks = [],
  lookUp = createAddressLookup(),
}: OutboundSettings = {}): Outbound {
  const networks = allowedNetworks.map((network) => ipaddr.parseCIDR(network));

  function isAllowed(text: string, isPlain: boolean): boolean {
    const address = isIP(text) ? ipaddr.parse(text) : null;
    if (address === null) return false;
    return isIn(address, networks) || (!isPlain && isGlobal(address));
  }

  async function allowedAddresses(name: string, isPlain: boolean) {
    const addresses = await lookUp(name);
    // A name that has both kinds would let its server choose.
    if (!addresses.every(({ address }) => isAllowed(address, isPlain))) throw new AddressRejected();
    return addresses;
  }

  /** Node asks for one address or for all of them, depending on the way it connects. */
  const pinnedLookup =
    (isPlain: boolean): LookupFunction =>
    (name, { all }, answer) => {
      allowedAddresses(name, isPlain).then(
        (addresses) =>
          all ? answer(null, addresses) : answer(null, addresses[0]?.address ?? '', addresses[0]?.family),
        (error: NodeJS.ErrnoException) => answer(error, []),
      );
    };

  /** Loaded with the first call, which many portals never make. */
  let opened: ReturnType<typeof openClient> | null = null;
  async function openClient() {
    const { Agent, buildConnector, request } = await import('undici');
    const connectPlain = buildConnector({ lookup: pinnedLookup(true) });
    const connectTls = buildConnector({ lookup: pinnedLookup(false) });
    const agent = new Agent({
      allowH2: false,
      connect: (options, done) => (options.protocol === 'http:' ? connectPlain : connectTls)(options, done),
    });
    return { agent, request };
  }

  /**
   * Parses a URL, and rejects it if that needs no DNS lookup. The parser normalises IP addresses of every spelling.
   * @returns `name` null for an IP address
   * @throws AddressRefused
   */
  function parsed(address: string | URL): { url: URL; name: string | null; isPlain: boolean } {
    const url = URL.parse(String(address));
    const isPlain = url?.protocol === 'http:';
    if (!url || !(isPlain || url.protocol === 'https:') || url.username || url.password) throw new AddressRejected();
    if (isPlain && networks.length === 0) throw new AddressRejected();
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!isIP(host)) return { url, name: host, isPlain };
    if (!isAllowed(host, isPlain)) throw new AddressRejected();
    return { url, name: null, isPlain };
  }

  return {
    fetch: async (address, { timeoutMs = 15_000, maxBytes = 64 * 1024, isCut = false, ...options } = {}) => {
      const { url } = parsed(address);
      opened ??= openClient();
      const { agent, request } = await opened;
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
      const { method, headers: sent, body } = await prepareRequest(url, options);
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(url, {
        dispatcher: agent,
        method,
        headers: sent,
        body,
        signal,
      });
      const content = await upTo(answer, { maxBytes, isCut });
      return responseOf(statusCode, headers, content);
    },
    check: async (address) => {
      const { name, isPlain } = parsed(address);
      if (name !== null) await allowedAddresses(name, isPlain);
    },
    close: async () => (await opened)?.agent.destroy(),
  };
}

/** The two ways out of the portal. */
export type OutboundCalls = {
  /** For URLs that members, owners and their programs choose. */
  public: Outbound;
  /** For URLs that administrators choose; may also call the networks that the operator allows. */
  portal: Outbound;
  close(): Promise<void>;
};

const loopbackNetworks = ['127.0.0.0/8', '::1/128'];

/** @param demo whether this machine may be called, where the demo's stand-ins run */
export function openOutbound(env: { demo: boolean; allowedNetworks: readonly string[] }): OutboundCalls {
  const own = env.demo ? loopbackNetworks : [];
  const calls = {
    public: createOutbound({ allowedNetworks: own }),
    portal: createOutbound({ allowedNetworks: [...own, ...env.allowedNetworks] }),
  };
  return { ...calls, close: async () => void (await Promise.all([calls.public.close(), calls.portal.close()])) };
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, networks: [ipaddr.IPv4 | ipaddr.IPv6, number][]): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || isIn(address, metadataNetworks)) return false;
  return address.kind() === 'ipv4' || isIn(address, [globalUnicast6]);
}

type Asked = { method: string; headers: Record<string, string>; body: string | Uint8Array | null };

/**
 * Converts the options of `fetch`. Texts with plain headers are sent thousands of times a minute, so they avoid the
 * slow `Request`.
 */
async function prepareRequest(url: URL, { signal: _, ...options }: OutboundOptions): Promise<Asked> {
  const { method = 'GET', headers, body } = options;
  if (typeof body === 'string' && isPlain(headers)) return { method, headers, body };
  const asked = new Request(url, { ...options, duplex: 'half' } as RequestInit);
  return {
    method: asked.method,
    headers: Object.fromEntries(asked.headers),
    body: body == null ? null : new Uint8Array(await asked.arrayBuffer()),
  };
}

function isPlain(headers: RequestInit['headers']): headers is Record<string, string> {
  return headers !== undefined && Object.getPrototypeOf(headers) === Object.prototype && 'content-type' in headers;
}

async function upTo(
  answer: Dispatcher.ResponseData['body'],
  { maxBytes, isCut }: { maxBytes: number; isCut: boolean },
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    parts.push(part);
    if (bytes <= maxBytes) continue;
    // Leaving the loop ends the connection.
    if (!isCut) throw new ResponseTooLong(`The answer has more than ${maxBytes} bytes`);
    break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

/** Statuses for which `Response` accepts no body. */
const withoutBody = [204, 205, 304];

function responseOf(status: number, headers: Dispatcher.ResponseData['headers'], content: Buffer): Response {
  const all = Object.entries(headers).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value]));
  return new Response(withoutBody.includes(status) ? null : new Uint8Array(content), {
    status,
    headers: all as [string, string][],
  });
}
