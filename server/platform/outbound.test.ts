import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startNameServer } from '#tests/support/name-server.ts';
import { createAddressLookup } from './dns.ts';
import { AddressRejected, createOutbound, type Outbound, ResponseTooLong } from './outbound.ts';

let names: Awaited<ReturnType<typeof startNameServer>>;
let server: Server;
/** The paths that reached the server. */
let reached: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** Calls this machine, as a demo does. */
let demo: Outbound;
/** Calls only the public internet. */
let strict: Outbound;

beforeAll(async () => {
  names = await startNameServer();
  server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lookUp = createAddressLookup([names.address]);
  demo = createOutbound({ allowedNetworks: ['127.0.0.0/8', '::1/128'], lookUp });
  strict = createOutbound({ lookUp });
});
beforeEach(() => {
  reached = [];
  answer = (_, response) => response.end('ok');
});
afterAll(async () => {
  await Promise.all([demo.close(), strict.close(), names.close()]);
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;
const at = (host: string, path = '/') => `http://${host}:${port()}${path}`;

describe('addresses that are refused', () => {
  const rejected = [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[2001:db8::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[4000::1]',
    // Other spellings of loopback addresses.
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '127.1',
    '127.0.0.1.',
    '１２７.0.0.1',
  ];
  it.each(rejected)(
    'HOOK-06 %s is refused at saving and at each call, written as an address and behind a name',
    async (host) => {
      const ip = new URL(`https://${host}/`).hostname.replace(/^\[|\]$/g, '');
      names.setAddresses('inside.test', [ip]);
      names.setAddresses('mixed.test', ['93.184.215.14', ip]);
      for (const address of [`https://${host}/`, 'https://inside.test/', 'https://mixed.test/']) {
        await expect(strict.check(address)).rejects.toThrow(AddressRejected);
        await expect(strict.fetch(address)).rejects.toThrow(AddressRejected);
      }
    },
  );

  it('HOOK-06 other schemes, names with a password and plain http are refused', async () => {
    names.setAddresses('outside.test', ['93.184.215.14']);
    const addresses = ['', 'nonsense', 'ftp://outside.test/', 'file:///etc/passwd', 'data:text/plain,x'];
    for (const address of [...addresses, 'https://a:b@outside.test/', 'http://outside.test/', 'http://8.8.8.8/']) {
      await expect(strict.check(address)).rejects.toThrow(AddressRejected);
      await expect(strict.fetch(address)).rejects.toThrow(AddressRejected);
    }
    // Plain http is allowed only to allowed networks.
    await expect(demo.check('http://outside.test/')).rejects.toThrow(AddressRejected);
    await expect(demo.fetch('http://outside.test/')).rejects.toThrow(AddressRejected);
    await expect(demo.fetch('http://10.0.0.1/')).rejects.toThrow(AddressRejected);
  });

  it('HOOK-06 no more is said of a refused address than that it is not allowed', async () => {
    const error = await strict.fetch('https://10.0.0.1:8080/secret').catch((rejection: Error) => rejection);
    expect(error).toMatchObject({ message: 'address not allowed' });
    expect(Object.keys(error)).toEqual([]);
  });

  it('HOOK-06 public addresses are taken', async () => {
    for (const ip of ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e']) {
      names.setAddresses('outside.test', [ip]);
      await strict.check('https://outside.test/hook');
      await strict.check(`https://${ip.includes(':') ? `[${ip}]` : ip}/hook`);
    }
  });

  it('a name without an address is refused by the error of the name server', async () => {
    await expect(strict.check('https://unknown.test/')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(strict.fetch('https://unknown.test/')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('the real client', () => {
  it.each([true, false])(
    'HOOK-06 connects to the address that it checked, whatever the name server says next (all addresses: %s)',
    async (isAll) => {
      const usual = getDefaultAutoSelectFamily();
      setDefaultAutoSelectFamily(isAll);
      try {
        // Allowed when it was saved, another machine when it is called, and the other way round.
        const name = `rebinds-${isAll}.test`;
        names.setAddresses(name, ['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1'], ['10.0.0.1']);
        await demo.check(at(name));
        await expect(demo.fetch(at(name))).rejects.toThrow(AddressRejected);
        expect(reached).toEqual([]);
        expect(await (await demo.fetch(at(name, '/again'))).text()).toBe('ok');
        expect(reached).toEqual(['GET /again']);
      } finally {
        setDefaultAutoSelectFamily(usual);
      }
    },
  );

  it('HOOK-06 asks the name server once for a connection', async () => {
    names.setAddresses('once.test', ['127.0.0.1'], ['10.0.0.1']);
    expect((await demo.fetch(at('once.test'))).status).toBe(200);
  });

  it('HOOK-06 does not follow a redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: at('127.0.0.1', '/inside') }).end();
    const response = await demo.fetch(at('localhost', '/moved'), { redirect: 'follow' });
    expect([response.status, response.headers.get('location')]).toEqual([302, at('127.0.0.1', '/inside')]);
    expect(reached).toEqual(['GET /moved']);
  });

  it('HOOK-06 uses no proxy that the environment names', async () => {
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: at('127.0.0.1'), HTTPS_PROXY: at('127.0.0.1'), NODE_USE_ENV_PROXY: '1' });
    const fresh = createOutbound({ allowedNetworks: ['127.0.0.0/8'] });
    try {
      expect((await fresh.fetch(at('127.0.0.1', '/direct'))).status).toBe(200);
      // A proxy would get the whole URL.
      expect(reached).toEqual(['GET /direct']);
    } finally {
      process.env = before;
      await fresh.close();
    }
  });

  it('HOOK-06 cuts an answer that is too long, or refuses it', async () => {
    answer = (_, response) => {
      const fill = () => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', fill);
      };
      fill();
    };
    await expect(demo.fetch(at('127.0.0.1'), { maxBytes: 5_000 })).rejects.toThrow(ResponseTooLong);
    expect(await (await demo.fetch(at('127.0.0.1'), { isCut: true })).text()).toHaveLength(64 * 1024);
    answer = (_, response) => response.end('x'.repeat(5_000));
    expect(await (await demo.fetch(at('127.0.0.1'), { maxBytes: 5_000 })).text()).toHaveLength(5_000);
  });

  it('HOOK-06 gives up a server that never answers, and one that never ends its answer', async () => {
    answer = () => undefined;
    await expect(demo.fetch(at('127.0.0.1'), { timeoutMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' });
    answer = (_, response) => void response.writeHead(200).write('{');
    await expect(demo.fetch(at('127.0.0.1'), { timeoutMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' });
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(demo.fetch(at('127.0.0.1'), { signal: stopped })).rejects.toThrow('stopped');
  });

  it('sends method, headers and the exact bytes, and answers as fetch does', async () => {
    const seen: unknown[] = [];
    answer = async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      seen.push([request.headers['content-type'], request.headers['x-one'], Buffer.concat(parts).toString()]);
      response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'application/json' }).end('{"a":1}');
    };
    const headers = { 'x-one': '1' };
    const response = await demo.fetch(at('127.0.0.1'), { method: 'POST', headers, body: '{"é": 1}' });
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.ok, response.headers.getSetCookie()]).toEqual([201, true, ['a=1', 'b=2']]);
    expect(await response.json()).toEqual({ a: 1 });
    await demo.fetch(at('127.0.0.1'), { method: 'PUT', headers, body: new URLSearchParams({ a: 'b c' }) });
    expect(seen).toEqual([
      ['text/plain;charset=UTF-8', '1', '{"é": 1}'],
      ['application/x-www-form-urlencoded;charset=UTF-8', '1', 'a=b+c'],
    ]);
    answer = (_, reply) => reply.writeHead(204).end();
    expect((await demo.fetch(at('127.0.0.1'), { method: 'DELETE' })).body).toBeNull();
  });

  it('the real client is taken by the sign-in library in place of fetch', async () => {
    const issuer = at('localhost', '/realm');
    answer = (request, response) => {
      const found = { issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/authorize` };
      response.writeHead(request.url?.startsWith('/realm/') ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found));
    };
    const options = { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: demo.fetch };
    const found = await oidc.discovery(new URL(issuer), 'client', 'secret', undefined, options);
    expect(found.serverMetadata().token_endpoint).toBe(`${issuer}/token`);
    expect(reached).toEqual(['GET /realm/.well-known/openid-configuration']);
    const closed = { ...options, [oidc.customFetch]: strict.fetch };
    await expect(oidc.discovery(new URL(issuer), 'client', 'secret', undefined, closed)).rejects.toThrow();
    expect(reached).toHaveLength(1);
  });
});
