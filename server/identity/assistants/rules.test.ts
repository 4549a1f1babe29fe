import { expect, it } from 'vitest';
import { formTargetOf, isDocumentUrl, isRegistered, readDocument, readRegistration, returnPlaceOf } from './rules.ts';

it.each([
  'http://assistant.example/callback',
  'https://user:secret@assistant.example/callback',
  'https://assistant.example/callback#part',
  'https://assistant.example/a b',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'view-source:https://assistant.example',
  '/callback',
  `https://assistant.example/${'a'.repeat(500)}`,
  '',
])('MCP-02 no client can have the redirect address %s', (address) => {
  expect(returnPlaceOf(address)).toBeNull();
  expect(formTargetOf(address)).toBeNull();
});

it.each([
  ['https://assistant.example/callback?a=1', 'website', 'assistant.example', 'https://assistant.example'],
  ['http://127.0.0.1:7411/callback', 'computer', '127.0.0.1:7411', 'http://127.0.0.1:7411'],
  ['http://localhost/callback', 'computer', 'localhost', 'http://localhost'],
  ['http://[::1]:7411/callback', 'computer', '[::1]:7411', 'http:'],
  ['notes-app://oauth/callback', 'app', 'notes-app:', 'notes-app:'],
])(
  'MCP-02 the redirect address %s leads to a %s, and the form of the page may follow it',
  (address, kind, name, source) => {
    expect(returnPlaceOf(address)).toEqual({ kind, name });
    expect(formTargetOf(address)).toBe(source);
  },
);

it('MCP-02 a redirect address is the registered one, letter for letter, with any port on this computer alone', () => {
  const registered = ['https://assistant.example/callback', 'http://localhost/callback', 'http://127.0.0.1:1/a?b=c'];
  const rejected = [
    'https://assistant.example/callback/',
    'https://assistant.example:8443/callback',
    'https://assistant.example/callback?x=1',
    'https://ASSISTANT.example/callback',
    'https://other.example/callback',
    'http://localhost:80/other',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:2/a',
    'http://localhost.assistant.example/callback',
    'http://u:p@localhost:7/callback',
    'https://localhost/callback',
    '',
  ];
  for (const address of rejected) expect([address, isRegistered(address, registered)]).toEqual([address, false]);
  for (const address of [...registered, 'http://localhost:53123/callback', 'http://127.0.0.1:9/a?b=c']) {
    expect([address, isRegistered(address, registered)]).toEqual([address, true]);
  }
});

const url = 'https://assistant.example/client.json';

it('MCP-02 a client’s id is a document only as an https address with a path, written as browsers write it', () => {
  const rejected = [
    'https://assistant.example',
    'https://assistant.example/',
    'http://assistant.example/client.json',
    'https://assistant.example/../client.json',
    'https://assistant.example/a/./client.json',
    'https://user@assistant.example/client.json',
    'https://assistant.example/client.json#a',
    'HTTPS://assistant.example/client.json',
    'assistant.example/client.json',
    'ftp://assistant.example/client.json',
    '4b1f7c0e-2c4c-4e43-9a77-0a4c1f2f7f63',
  ];
  for (const id of rejected) expect([id, isDocumentUrl(id)]).toEqual([id, false]);
  expect(isDocumentUrl(url)).toBe(true);
});

const document = { client_id: url, client_name: 'Assistant', redirect_uris: ['https://assistant.example/callback'] };
const read = (changed: object) => readDocument(JSON.stringify({ ...document, ...changed }), url);

it.each([
  ['no JSON', '{', 'it is not a JSON object'],
  ['a list', '[]', 'it is not a JSON object'],
  ['no id', JSON.stringify({ ...document, client_id: undefined }), 'it names another client'],
  ['another id', JSON.stringify({ ...document, client_id: `${url}?a` }), 'it names another client'],
  ['no name', JSON.stringify({ ...document, client_name: ' \u200b' }), 'it has no name'],
  ['a secret', JSON.stringify({ ...document, client_secret: 'x' }), 'it is not that of a public client'],
  [
    'a key of its own',
    JSON.stringify({ ...document, token_endpoint_auth_method: 'private_key_jwt' }),
    'it is not that of a public client',
  ],
  [
    'a foreign redirect address',
    JSON.stringify({ ...document, redirect_uris: ['https://other.example/callback'] }),
    'it has no redirect address on its own host',
  ],
  [
    'no redirect address',
    JSON.stringify({ ...document, redirect_uris: 'https://assistant.example/callback' }),
    'it has no redirect address on its own host',
  ],
])('MCP-02 a client document with %s is refused', (_, text, reason) => {
  expect(readDocument(text, url)).toEqual({ reason });
});

it('MCP-02 a client document may name redirect addresses on its own host, this computer and apps', () => {
  const redirectUris = ['https://assistant.example/callback', 'http://127.0.0.1/callback', 'notes-app://callback'];
  const foreign = ['https://other.example/callback', 'https://assistant.example:8443/callback'];
  expect(read({ redirect_uris: [...foreign, ...redirectUris, 7] })).toEqual({ name: 'Assistant', redirectUris });
  expect(read({ client_name: ` ${'Long '.repeat(40)}\n` })).toMatchObject({
    name: expect.stringMatching(/^Long .{60,78}…$/),
  });
});

it('MCP-02 a client document that prefers a key counts as that of a public client if it supports none as well', () => {
  const methods = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://assistant.example/jwks.json' };
  expect(read({ ...methods, token_endpoint_auth_methods_supported: ['private_key_jwt'] })).toHaveProperty('reason');
  expect(read({ ...methods, token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] })).toEqual({
    name: 'Assistant',
    redirectUris: document.redirect_uris,
  });
});

it('MCP-02 a registration needs redirect addresses that a client can have', () => {
  const bad = [
    undefined,
    [],
    {},
    { redirect_uris: [] },
    { redirect_uris: 'https://a.example/b' },
    { redirect_uris: ['https://a.example/b', 'http://a.example/b'] },
    { redirect_uris: [7] },
    { redirect_uris: Array(21).fill('https://a.example/b') },
  ];
  for (const body of bad) expect(readRegistration(body)).toMatchObject({ error: 'invalid_redirect_uri' });
  const redirectUris = ['https://a.example/b'];
  expect(readRegistration({ redirect_uris: redirectUris })).toEqual({ name: 'a.example', redirectUris });
});
