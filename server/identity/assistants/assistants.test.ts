import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Assistant, AssistantRequest } from '#contract/identity/assistants.ts';
import type { AssistantClient } from '#contract/identity/assistants-admin.ts';
import { createApp } from '#server/app/app.ts';
import {
  allowAssistant,
  connectAssistant,
  decide,
  programAddress,
  registerAssistant,
  requestQuery,
  sendForm,
  type Tokens,
  verifier,
} from '#tests/support/assistants.ts';
import type { Client } from '#tests/support/client.ts';
import { requireSignIn } from '#tests/support/connections.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { setHits } from '#tests/support/limits.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const publicUrl = 'http://portal.test';

let portal: TestPortal;
/** A second node over the same database. */
let other: FastifyInstance;
let administrator: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1' });
  other = await createApp(portal.dependencies);
  await other.ready();
  administrator = await portal.administrator();
  await switchAssistants(true);
});
afterAll(async () => {
  await other.close();
  await portal.close();
});
beforeEach(() => {
  portal.sentMails.length = 0;
});

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const switchAssistants = async (assistantsMayConnect: boolean) => {
  const { status } = await administrator.put('/api/admin/portal-settings', { assistantsMayConnect });
  expect(status).toBe(200);
};
const exchange = (fields: Record<string, string | undefined>) =>
  sendForm<Tokens & { error?: string }>(portal.visitor(), '/oauth/token', {
    grant_type: 'authorization_code',
    code_verifier: verifier,
    ...fields,
  });
const refresh = (clientId: string, token: string, fields: Record<string, string> = {}) =>
  sendForm<Tokens & { error?: string }>(portal.visitor(), '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token,
    ...fields,
  });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
/** The status of a call with an access token, at a node. */
const callOf = async (token: string, node: FastifyInstance = portal.app) => {
  const headers = { host: 'portal.test', accept: 'application/json, text/event-stream' };
  return (await new Program(node, token).post('/mcp', initialize, headers)).status;
};
const entriesOf = (userId: number) =>
  query(`select action, before, after from audit_log where object = 'assistant' and member_user_id = $1 order by id`, [
    userId,
  ]);
const actionsOf = async (userId: number) => (await entriesOf(userId)).map(({ action }) => action);
const subjects = async () => {
  await portal.runJobs();
  return portal.sentMails.map(({ subject }) => subject).filter((subject) => subject.includes('assistant'));
};

describe('asking for access', () => {
  it('MCP-02 the request and the answer are for members with a fresh sign-in, from the page that was shown', async () => {
    const [member, stranger] = [await portal.member(), await portal.member()];
    const clientId = await registerAssistant(member);
    const asked = requestQuery(publicUrl, clientId);
    expect((await portal.visitor().get(`/api/assistants/request?${asked}`)).status).toBe(401);
    const back = [303, `/oauth/authorize?${asked}`];
    const answers = [
      await decide(Object.assign(portal.visitor(), { userId: member.userId }), asked),
      await decide(stranger, asked, { shownTo: member.userId }),
      await decide(member, asked, { answer: 'perhaps' }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([back, back, back]);
    const foreign = await member.send({
      method: 'POST',
      url: `/oauth/authorize?${asked}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: `answer=allow&member=${member.userId}`,
    });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'request.foreign-origin']);
    await query(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [
      member.userId,
    ]);
    const { body } = await member.get<AssistantRequest>(`/api/assistants/request?${asked}`);
    expect(body).toMatchObject({ name: 'Harbourmind', refusal: null, needsConfirmation: true });
    expect((await decide(member, asked)).headers.location).toBe(`/oauth/authorize?${asked}`);
    expect(await query('select id from assistant_grants')).toEqual([]);
  });

  it.each([
    ['an unknown client', { client_id: '4b1f7c0e-2c4c-4e43-9a77-0a4c1f2f7f63' }, 'assistants.unknown-client'],
    ['no client', { client_id: undefined }, 'assistants.unknown-client'],
    ['another redirect address', { redirect_uri: 'https://evil.example/callback' }, 'assistants.wrong-redirect'],
    ['a longer redirect address', { redirect_uri: `${programAddress}/more` }, 'assistants.wrong-redirect'],
    ['no redirect address', { redirect_uri: undefined }, 'assistants.wrong-redirect'],
  ])('MCP-02 a request with %s is refused without a way back to anybody', async (_, changed, code) => {
    const member = await portal.member();
    const asked = requestQuery(publicUrl, await registerAssistant(member), changed);
    const shown = await member.get(`/api/assistants/request?${asked}`);
    expect([shown.status, shown.body.code]).toEqual([400, code]);
    expect((await decide(member, asked)).headers.location).toBe(`/oauth/authorize?${asked}`);
    expect(await query('select id from assistant_grants where user_id = $1', [member.userId])).toEqual([]);
  });

  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge: verifier, code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method of PKCE', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['another resource', { resource: 'http://portal.test/mcp/' }, 'invalid_target'],
    ['the resource of another portal', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['no resource', { resource: undefined }, 'invalid_target'],
    ['scopes that do not exist', { scope: 'everything organisation:write' }, 'invalid_scope'],
    ['another kind of answer', { response_type: 'token' }, 'unsupported_response_type'],
  ])('MCP-02 a request with %s ends at the client with an error', async (_, changed, error) => {
    const member = await portal.member();
    const asked = requestQuery(publicUrl, await registerAssistant(member), changed);
    const shown = await member.get<AssistantRequest>(`/api/assistants/request?${asked}`);
    const { status, headers } = await decide(member, asked);
    expect(status).toBe(303);
    expect(headers.location).toBe(shown.body.refusal?.returnUrl);
    const answer = new URL(String(headers.location));
    expect(answer.origin + answer.pathname).toBe(programAddress);
    expect(Object.fromEntries(answer.searchParams)).toEqual({
      error,
      error_description: shown.body.refusal?.message,
      state: 'state of the client',
      iss: publicUrl,
    });
    expect(await query('select id from assistant_grants where user_id = $1', [member.userId])).toEqual([]);
  });

  it('MCP-02 a parameter that is given twice is refused', async () => {
    const member = await portal.member();
    const asked = `${requestQuery(publicUrl, await registerAssistant(member))}&state=another`;
    expect((await member.get(`/api/assistants/request?${asked}`)).status).toBe(400);
    const form = 'grant_type=refresh_token&grant_type=authorization_code';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await portal.visitor().send({ method: 'POST', url: '/oauth/token', headers, payload: form });
    expect([sent.status, sent.body.error]).toEqual([400, 'invalid_request']);
  });

  it('MCP-02 a denied request ends at the client, which gets nothing', async () => {
    const member = await portal.member();
    const asked = requestQuery(publicUrl, await registerAssistant(member));
    const { status, headers } = await decide(member, asked, { answer: 'deny' });
    expect([status, headers.location]).toEqual([
      303,
      `${programAddress}?error=access_denied&state=state+of+the+client&iss=http%3A%2F%2Fportal.test`,
    ]);
    expect(await actionsOf(member.userId)).toEqual([]);
    expect((await member.get('/api/user/assistants')).body).toEqual([]);
  });

  it('MCP-02 an allowed request gives the client a code, is audited and mailed, and shows what it may read', async () => {
    const member = await portal.member();
    const clientId = await registerAssistant(member);
    const asked = requestQuery(publicUrl, clientId, { redirect_uri: 'http://127.0.0.1:53123/callback' });
    const shown = await member.get<AssistantRequest>(`/api/assistants/request?${asked}`);
    expect(shown.body).toEqual({
      name: 'Harbourmind',
      host: null,
      returnsTo: { kind: 'computer', name: '127.0.0.1:53123' },
      scopes: ['catalogue:read', 'library:read'],
      refusal: null,
      needsConfirmation: false,
    });
    const { headers } = await decide(member, asked);
    const answer = new URL(String(headers.location));
    expect(answer.host).toBe('127.0.0.1:53123');
    expect([answer.searchParams.get('state'), answer.searchParams.get('iss')]).toEqual([
      'state of the client',
      publicUrl,
    ]);
    const listed = await member.get<Assistant[]>('/api/user/assistants');
    expect(listed.body).toMatchObject([
      { name: 'Harbourmind', host: null, scopes: ['catalogue:read', 'library:read'], lastUse: null },
    ]);
    expect(await entriesOf(member.userId)).toMatchObject([
      { action: 'connect', after: { name: 'Harbourmind', scopes: ['catalogue:read', 'library:read'] } },
    ]);
    expect((await subjects()).at(-1)).toBe('An assistant was connected at RAPP Learning');
    const mail = portal.sentMails.findLast(({ subject }) => subject.includes('assistant'));
    expect(mail?.text).toMatch(/Harbourmind.*Read the catalogue.*\/settings/s);
    const code = answer.searchParams.get('code') ?? '';
    const [row] = await query('select * from assistant_grants where user_id = $1', [member.userId]);
    expect(row.code_hash).toEqual(hash('sha256', code, 'buffer'));
    expect(JSON.stringify([row, portal.sentMails])).not.toContain(code);
  });

  it('MCP-02 one member opens at most 60 requests an hour', async () => {
    const member = await portal.member();
    const asked = requestQuery(publicUrl, await registerAssistant(member));
    const shown = await Promise.all(Array.from({ length: 62 }, () => member.get(`/api/assistants/request?${asked}`)));
    expect(shown.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('tokens', () => {
  it('MCP-02 a code is refused to another client, with another verifier or redirect address, and after two minutes', async () => {
    const member = await portal.member();
    const [clientId, otherId] = [await registerAssistant(member), await registerAssistant(member)];
    const code = await allowAssistant(member, publicUrl, clientId);
    const wrong = [
      [{ client_id: otherId, code }, 400, 'invalid_grant'],
      [{ client_id: 'unknown', code }, 401, 'invalid_client'],
      [{ code }, 401, 'invalid_client'],
      [{ client_id: clientId, code: `${code}x` }, 400, 'invalid_grant'],
      [{ client_id: clientId }, 400, 'invalid_grant'],
      [{ client_id: clientId, code, code_verifier: undefined }, 400, 'invalid_grant'],
      [{ client_id: clientId, code, code_verifier: `${verifier}x` }, 400, 'invalid_grant'],
      [{ client_id: clientId, code, redirect_uri: 'https://evil.example/' }, 400, 'invalid_grant'],
      [{ client_id: clientId, code, resource: 'https://evil.example/mcp' }, 400, 'invalid_target'],
      [{ client_id: clientId, code, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ] as const;
    for (const [fields, status, error] of wrong) {
      const answer = await exchange(fields);
      expect([fields, answer.status, answer.body.error]).toEqual([fields, status, error]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(
      await query(
        'select grant_id from assistant_tokens t join assistant_grants g on g.id = grant_id where user_id = $1',
        [member.userId],
      ),
    ).toEqual([]);
    const expire = (interval: string) =>
      query('update assistant_grants set code_expires_at = now() + $2::interval where user_id = $1', [
        member.userId,
        interval,
      ]);
    await expire('-1 second');
    expect((await exchange({ client_id: clientId, code })).body.error).toBe('invalid_grant');
    await expire('1 minute');
    expect((await exchange({ client_id: clientId, code })).status).toBe(200);
  });

  it('MCP-02 a code that is used twice ends what the first use gave', async () => {
    const member = await portal.member();
    const clientId = await registerAssistant(member);
    const code = await allowAssistant(member, publicUrl, clientId);
    const first = await exchange({
      client_id: clientId,
      code,
      redirect_uri: programAddress,
      resource: `${publicUrl}/mcp`,
    });
    expect(await callOf(first.body.access_token)).toBe(200);
    expect((await exchange({ client_id: clientId, code })).body.error).toBe('invalid_grant');
    expect(await callOf(first.body.access_token)).toBe(401);
    expect((await refresh(clientId, first.body.refresh_token)).body.error).toBe('invalid_grant');
    expect(await actionsOf(member.userId)).toEqual(['connect', 'reuse-token']);
    expect((await subjects()).slice(-2)).toEqual([
      'An assistant was connected at RAPP Learning',
      'An assistant was disconnected at RAPP Learning',
    ]);
  });

  it('MCP-02 an access token works for an hour at /mcp alone, and is stored as a hash', async () => {
    const member = await portal.member();
    const tokens = await connectAssistant(member, publicUrl);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'catalogue:read library:read' });
    expect([tokens.access_token, tokens.refresh_token]).toEqual([
      expect.stringMatching(/^rapp_a_[0-9A-Za-z]{40}$/),
      expect.stringMatching(/^rapp_r_[0-9A-Za-z]{40}$/),
    ]);
    const program = new Program(portal.app, tokens.access_token);
    const rejected = await program.get('/api/resources');
    expect([rejected.status, rejected.body.code]).toEqual([401, 'keys.refused']);
    expect((await program.get('/api/user')).status).toBe(401);
    expect((await program.get('/api/user/assistants')).status).toBe(401);
    expect(await callOf(tokens.refresh_token)).toBe(401);
    expect([await callOf(tokens.access_token), await callOf(tokens.access_token, other)]).toEqual([200, 200]);
    const stored = await query(
      'select t.* from assistant_tokens t join assistant_grants g on g.id = grant_id where user_id = $1',
      [member.userId],
    );
    expect(stored.map(({ kind }) => kind).toSorted()).toEqual(['access', 'refresh']);
    expect(stored.map(({ token_hash }) => token_hash)).toContainEqual(hash('sha256', tokens.access_token, 'buffer'));
    expect((await member.get<Assistant[]>('/api/user/assistants')).body).toMatchObject([
      { lastUse: { on: new Date().toISOString().slice(0, 10), network: '127.0.0.0/24' } },
    ]);
    await query(`update assistant_tokens set expires_at = now() - interval '1 second' where token_hash = $1`, [
      hash('sha256', tokens.access_token, 'buffer'),
    ]);
    expect(await callOf(tokens.access_token)).toBe(401);
    expect((await refresh(tokens.clientId, tokens.refresh_token)).status).toBe(200);
  });

  it('MCP-02 a replaced refresh token is taken again for 60 s; a later reuse ends the connection', async () => {
    const member = await portal.member();
    const { clientId, refresh_token: first } = await connectAssistant(member, publicUrl);
    const stranger = await registerAssistant(member);
    expect((await refresh(stranger, first)).body.error).toBe('invalid_grant');
    expect((await refresh(clientId, first, { scope: 'progress:write' })).body.error).toBe('invalid_scope');
    const [second, again] = await Promise.all([refresh(clientId, first), refresh(clientId, first)]);
    expect([second.status, again.status]).toEqual([200, 200]);
    expect(second.body.refresh_token).not.toBe(again.body.refresh_token);
    const narrow = await refresh(clientId, second.body.refresh_token, { scope: 'catalogue:read' });
    expect(narrow.body.scope).toBe('catalogue:read');
    const wide = await refresh(clientId, narrow.body.refresh_token);
    expect(wide.body.scope).toBe('catalogue:read library:read');
    const firstHash = hash('sha256', first, 'buffer');
    await query(`update assistant_tokens set rotated_at = now() - interval '59 seconds' where token_hash = $1`, [
      firstHash,
    ]);
    expect((await refresh(clientId, first)).status).toBe(200);
    expect(await callOf(wide.body.access_token)).toBe(200);
    await query(`update assistant_tokens set rotated_at = now() - interval '61 seconds' where token_hash = $1`, [
      firstHash,
    ]);
    const reused = await refresh(clientId, first);
    expect([reused.status, reused.body.error]).toEqual([400, 'invalid_grant']);
    expect([await callOf(wide.body.access_token), await callOf(wide.body.access_token, other)]).toEqual([401, 401]);
    expect((await refresh(clientId, wide.body.refresh_token)).body.error).toBe('invalid_grant');
    expect(await actionsOf(member.userId)).toEqual(['connect', 'reuse-token']);
    expect((await subjects()).at(-1)).toBe('An assistant was disconnected at RAPP Learning');
    expect((await member.get('/api/user/assistants')).body).toEqual([]);
  });

  it('MCP-02 tokens end when the portal gets another address, because they are bound to the former one', async () => {
    const member = await portal.member();
    const { clientId, access_token: access, refresh_token: token } = await connectAssistant(member, publicUrl);
    await query(`update assistant_grants set resource = 'https://former.example/mcp' where user_id = $1`, [
      member.userId,
    ]);
    expect(await callOf(access)).toBe(401);
    expect((await refresh(clientId, token)).body.error).toBe('invalid_grant');
  });

  it('MCP-02 a refresh token ends after 30 days without use', async () => {
    const member = await portal.member();
    const { clientId, refresh_token: token } = await connectAssistant(member, publicUrl);
    const [{ days }] = await query(
      `select round(extract(epoch from expires_at - now()) / 86400)::integer as days from assistant_tokens where token_hash = $1`,
      [hash('sha256', token, 'buffer')],
    );
    expect(days).toBe(30);
    await query('update assistant_tokens set expires_at = now() where token_hash = $1', [
      hash('sha256', token, 'buffer'),
    ]);
    expect((await refresh(clientId, token)).body.error).toBe('invalid_grant');
  });

  it('MCP-02 one network makes at most 300 calls for tokens a minute, times NETWORK_LIMIT_FACTOR, and its connected assistants go on', async () => {
    const member = await portal.member();
    const { access_token, refresh_token, clientId } = await connectAssistant(member, publicUrl);
    const tokenCalls = { counter: 'assistant-tokens:127.0.0.1', windowSeconds: 60 };
    // This portal leaves NETWORK_LIMIT_FACTOR at 5.
    const most = 5 * 300;
    await setHits(portal, tokenCalls, most - 1);
    expect((await refresh(clientId, refresh_token)).status).toBe(200);
    await setHits(portal, tokenCalls, most);
    for (const call of [
      () => refresh(clientId, refresh_token),
      () => exchange({ client_id: clientId, code: 'wrong' }),
      () => sendForm<{ error?: string }>(member, '/oauth/revoke', { client_id: clientId, token: refresh_token }),
    ]) {
      const { status, headers } = await call();
      expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    }
    expect(await callOf(access_token)).toBe(200);
    await query('delete from limit_counters where key = $1', [tokenCalls.counter]);
    expect((await refresh(clientId, refresh_token)).status).toBe(200);
  });

  it('MCP-02 the assistants of one member make at most 300 calls a minute together, on all nodes', async () => {
    const [member, stranger] = [await portal.member(), await portal.member()];
    const connected = async (person: typeof member) => (await connectAssistant(person, publicUrl)).access_token;
    const [first, second, foreign] = [await connected(member), await connected(member), await connected(stranger)];
    const calls = { counter: `assistant:${member.userId}`, windowSeconds: 60 };
    const counted = async () =>
      (
        await query('select coalesce(sum(hits), 0)::integer as hits from limit_counters where key = $1', [
          calls.counter,
        ])
      )[0].hits;
    expect([await callOf(first), await callOf(second, other), await counted()]).toEqual([200, 200, 2]);
    await setHits(portal, calls, 299);
    expect(await callOf(second, other)).toBe(200);
    await setHits(portal, calls, 300);
    for (const [token, node] of [
      [first, portal.app],
      [first, other],
      [second, portal.app],
      [second, other],
    ] as const) {
      expect(await callOf(token, node)).toBe(429);
    }
    const { status, headers } = await new Program(portal.app, first).post('/mcp', initialize, {
      host: 'portal.test',
      accept: 'application/json, text/event-stream',
    });
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await callOf(foreign)).toBe(200);
    expect((await member.get('/api/user')).status).toBe(200);
  });

  it('MCP-02 a client ends its own tokens, and no other client does', async () => {
    const member = await portal.member();
    const { clientId, access_token: access, refresh_token: token } = await connectAssistant(member, publicUrl);
    const revoke = (id: string, ended: string) =>
      sendForm(portal.visitor(), '/oauth/revoke', { client_id: id, token: ended });
    const stranger = await registerAssistant(member);
    expect((await revoke(stranger, token)).body.error).toBe('invalid_grant');
    expect((await revoke('unknown', token)).status).toBe(401);
    expect((await revoke(clientId, 'unknown')).status).toBe(200);
    expect(await callOf(access)).toBe(200);
    expect((await revoke(clientId, access)).status).toBe(200);
    expect(await callOf(access)).toBe(401);
    const next = await refresh(clientId, token);
    expect((await revoke(clientId, next.body.refresh_token)).status).toBe(200);
    expect(await callOf(next.body.access_token)).toBe(401);
    expect(await actionsOf(member.userId)).toEqual(['connect', 'disconnect']);
  });
});

describe('ends', () => {
  it('MCP-02 a member disconnects an assistant: the next call is refused on every node, and others go on', async () => {
    const [member, stranger] = [await portal.member(), await portal.member()];
    const tokens = await connectAssistant(member, publicUrl);
    const again = await connectAssistant(member, publicUrl, { client_id: tokens.clientId, scope: 'progress:write' });
    const theirs = await connectAssistant(stranger, publicUrl, { client_id: tokens.clientId });
    const mine = await connectAssistant(member, publicUrl);
    const list = async () => (await member.get<Assistant[]>('/api/user/assistants')).body;
    const shown = (await list()).find(({ scopes }) => scopes.includes('progress:write'));
    expect(shown?.scopes).toEqual(['catalogue:read', 'library:read', 'progress:write']);
    const path = `/api/user/assistants/${shown?.id}`;
    expect((await portal.visitor().delete(path)).status).toBe(401);
    const onlyMine = (await list()).find(({ id }) => id !== shown?.id);
    expect((await stranger.delete(`/api/user/assistants/${onlyMine?.id}`)).body.code).toBe('assistants.not-found');
    expect(await callOf(mine.access_token, other)).toBe(200);
    expect((await member.delete(path)).status).toBe(200);
    expect(await Promise.all([tokens, again].map((one) => callOf(one.access_token, other)))).toEqual([401, 401]);
    expect((await refresh(tokens.clientId, again.refresh_token)).body.error).toBe('invalid_grant');
    expect([await callOf(theirs.access_token), await callOf(mine.access_token)]).toEqual([200, 200]);
    expect((await member.delete(path)).body.code).toBe('assistants.not-found');
    expect(await actionsOf(member.userId)).toEqual(['connect', 'connect', 'connect', 'disconnect']);
  });

  it('MCP-02 an administrator disconnects a client for all', async () => {
    const [member, stranger] = [await portal.member(), await portal.member()];
    const tokens = await connectAssistant(member, publicUrl);
    const theirs = await connectAssistant(stranger, publicUrl, { client_id: tokens.clientId });
    const mine = await connectAssistant(member, publicUrl);
    await callOf(tokens.access_token);
    const list = () => administrator.get<AssistantClient[]>('/api/admin/assistants');
    const [first] = (await list()).body.filter(({ members }) => members === 2);
    expect(first).toMatchObject({ name: 'Harbourmind', host: null, scopes: ['catalogue:read', 'library:read'] });
    expect(first?.lastUsedOn).toBe(new Date().toISOString().slice(0, 10));
    const path = `/api/admin/assistants/${first?.id}`;
    expect((await member.delete(path)).body.code).toBe('accounts.administrator-required');
    expect((await member.get('/api/admin/assistants')).status).toBe(403);
    expect((await administrator.delete(path)).status).toBe(200);
    expect(await Promise.all([tokens, theirs].map((one) => callOf(one.access_token, other)))).toEqual([401, 401]);
    expect(await callOf(mine.access_token)).toBe(200);
    expect((await list()).body.map(({ id }) => id)).not.toContain(first?.id);
    expect((await administrator.delete(path)).body.code).toBe('assistants.not-found');
    const entries = await query(
      `select before from audit_log where object = 'assistant' and action = 'disconnect-for-all'`,
    );
    expect(entries).toEqual([{ before: { members: 2 } }]);
    expect(await callOf((await connectAssistant(member, publicUrl, { client_id: tokens.clientId })).access_token)).toBe(
      200,
    );
  });

  it('MCP-02 an assistant ends with the account, and when its member signs out everywhere', async () => {
    const [member, leaving] = [await portal.member(), await portal.member()];
    const [mine, theirs] = [await connectAssistant(member, publicUrl), await connectAssistant(leaving, publicUrl)];
    expect((await member.delete('/api/user/sign-ins')).status).toBe(200);
    expect(await callOf(mine.access_token)).toBe(401);
    expect((await refresh(mine.clientId, mine.refresh_token)).body.error).toBe('invalid_grant');
    expect(await actionsOf(member.userId)).toEqual(['connect', 'end']);
    expect(await callOf(theirs.access_token)).toBe(200);
    const { status } = await leaving.send({ method: 'DELETE', url: '/api/user', payload: { password: 'portal-demo' } });
    expect(status).toBe(200);
    expect([await callOf(theirs.access_token), await callOf(theirs.access_token, other)]).toEqual([401, 401]);
    expect((await refresh(theirs.clientId, theirs.refresh_token)).body.error).toBe('invalid_grant');
    expect(await query('select id from assistant_grants where user_id = $1', [leaving.userId])).toEqual([]);
  });

  it('MCP-02 SSO-10 an assistant is refused while a company requires another way of signing in', async () => {
    const member = await portal.member();
    const { clientId, access_token: access, refresh_token: token } = await connectAssistant(member, publicUrl);
    await query(`update users set email = 'a' || id || '@needed.example' where id = $1`, [member.userId]);
    const [{ id: organisationId }] = await query(`insert into organisations (name) values ('Needed') returning id`);
    const connection = await requireSignIn(portal, { organisationId, domain: 'needed.example' });
    expect(await callOf(access)).toBe(401);
    expect((await refresh(clientId, token)).body.error).toBe('invalid_grant');
    await query('update assistant_grants set connection_id = $2 where user_id = $1', [member.userId, connection]);
    expect(await callOf(access)).toBe(200);
    expect((await refresh(clientId, token)).status).toBe(200);
  });

  it('MCP-01 MCP-02 every endpoint answers 404 while assistants are switched off, and connected assistants work again afterwards', async () => {
    const member = await portal.member();
    const { access_token: access, clientId } = await connectAssistant(member, publicUrl);
    const asked = requestQuery(publicUrl, clientId);
    await switchAssistants(false);
    const paths = [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      `/oauth/authorize?${asked}`,
      `/api/assistants/request?${asked}`,
      '/api/user/assistants',
      '/api/user/assistant-calls',
    ];
    for (const path of paths) {
      const { status, body } = await member.get(path);
      expect([path, status, body]).toEqual([path, 404, { code: 'request.not-found', message: 'Not found' }]);
    }
    for (const path of ['/oauth/token', '/oauth/revoke', `/oauth/authorize?${asked}`]) {
      expect([path, (await sendForm(member, path, { client_id: clientId })).status]).toEqual([path, 404]);
    }
    // The 404 comes before any check of the sign-in.
    expect((await sendForm(portal.visitor(), `/oauth/authorize?${asked}`, { answer: 'allow' })).status).toBe(404);
    expect((await member.post('/oauth/register', { redirect_uris: [programAddress] })).status).toBe(404);
    expect((await administrator.get('/api/admin/assistants')).status).toBe(404);
    expect(await callOf(access)).toBe(404);
    await switchAssistants(true);
    expect(await callOf(access)).toBe(200);
  });
});

describe('clients and metadata', () => {
  it('MCP-02 the metadata name the resource, the endpoints and what is supported, exactly', async () => {
    const get = async (path: string) => (await portal.visitor().get(path)).body;
    const scopes = ['catalogue:read', 'library:read', 'progress:write'];
    const resource = {
      resource: 'http://portal.test/mcp',
      authorization_servers: ['http://portal.test'],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'RAPP Learning',
    };
    expect(await get('/.well-known/oauth-protected-resource')).toEqual(resource);
    expect(await get('/.well-known/oauth-protected-resource/mcp')).toEqual(resource);
    expect(await get('/.well-known/oauth-authorization-server')).toEqual({
      issuer: 'http://portal.test',
      authorization_endpoint: 'http://portal.test/oauth/authorize',
      token_endpoint: 'http://portal.test/oauth/token',
      revocation_endpoint: 'http://portal.test/oauth/revoke',
      registration_endpoint: 'http://portal.test/oauth/register',
      scopes_supported: [...scopes, 'organisation:read'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it.each([
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/oauth-protected-resource/other',
    '/.well-known/oauth-protected-resource/mcp/',
    '/.well-known/index.html',
    '/.well-known',
  ])('MCP-02 OUT-05 %s answers 404 as JSON', async (path) => {
    const { status, body } = await portal.visitor().get(path, { accept: 'text/html' });
    expect([status, body]).toEqual([404, { code: 'request.not-found', message: 'Not found' }]);
  });

  it('MCP-01 MCP-02 a page of another site reads no metadata, registers nothing and gets no token', async () => {
    const page = portal.visitor();
    const known = async () => (await portal.database.pool.query('select count(*) from assistant_clients')).rows;
    const before = await known();
    const origin = { origin: 'https://assistant.example' };
    const answers = [];
    const documents = ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server'];
    for (const name of documents) answers.push(await page.get(`/.well-known/${name}`, origin));
    for (const [url, kind] of [
      ['/oauth/register', 'application/json'],
      ['/oauth/token', 'application/x-www-form-urlencoded'],
      ['/oauth/revoke', 'application/x-www-form-urlencoded'],
    ] as const) {
      const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
      answers.push(await page.send({ method: 'OPTIONS', url, headers: { ...origin, ...asked } }));
      const payload = kind === 'application/json' ? { redirect_uris: [programAddress] } : 'token=x';
      const posted = await page.send({ method: 'POST', url, headers: { ...origin, 'content-type': kind }, payload });
      expect([url, posted.status, posted.body.error]).toEqual([url, 403, 'invalid_request']);
      answers.push(posted);
    }
    const opened = answers
      .flatMap(({ headers }) => Object.keys(headers))
      .filter((name) => /^access-control/.test(name));
    expect(opened).toEqual([]);
    expect(await known()).toEqual(before);
  });

  it('MCP-02 a client registers without a secret, and one network registers at most 20 an hour', async () => {
    const limited = await createTestPortal({ DEMO: '0' });
    const person = await limited.administrator();
    await person.put('/api/admin/portal-settings', { assistantsMayConnect: true });
    const register = (body: object) => person.post('/oauth/register', body);
    const wrong = await register({ redirect_uris: ['http://assistant.example/callback'] });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_redirect_uri']);
    const { status, body } = await register({
      client_name: ' Assistant ',
      redirect_uris: ['https://assistant.example/callback'],
      token_endpoint_auth_method: 'client_secret_post',
      client_secret: 'chosen',
      scope: 'admin:members:read',
    });
    expect([status, body]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        client_id_issued_at: expect.any(Number),
        client_name: 'Assistant',
        redirect_uris: ['https://assistant.example/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    ]);
    for (let n = 2; n < 20; n += 1) await register({});
    const late = await register({ redirect_uris: [programAddress] });
    expect([late.status, late.body.error]).toEqual([429, 'invalid_request']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });

  it('MCP-02 unused clients and assistants are gone after 30 days, and are then unknown', async () => {
    const member = await portal.member();
    const [unused, young] = [await registerAssistant(member), await registerAssistant(member)];
    const kept = await connectAssistant(member, publicUrl);
    const idle = await connectAssistant(member, publicUrl);
    const old = [unused, kept.clientId, idle.clientId];
    await query(`update assistant_clients set used_at = now() - interval '31 days' where client_id = any ($1)`, [old]);
    await query(`update assistant_tokens set expires_at = now() - interval '1 minute' where token_hash = any ($1)`, [
      [hash('sha256', idle.refresh_token, 'buffer'), hash('sha256', kept.access_token, 'buffer')],
    ]);
    await query(`update assistant_grants set code_expires_at = now() where user_id = $1`, [member.userId]);
    await portal.database.pool.query(`select graphile_worker.add_job('delete-ended-assistants')`);
    await portal.runJobs();
    const left = await query('select client_id from assistant_clients where client_id = any ($1)', [[...old, young]]);
    expect(left.map(({ client_id }) => client_id).toSorted()).toEqual([kept.clientId, young].toSorted());
    const gone = await refresh(unused, 'x');
    expect([gone.status, gone.body.error]).toEqual([401, 'invalid_client']);
    const asked = requestQuery(publicUrl, unused);
    expect((await member.get(`/api/assistants/request?${asked}`)).body.code).toBe('assistants.unknown-client');
    expect((await refresh(kept.clientId, kept.refresh_token)).status).toBe(200);
    expect(await actionsOf(member.userId)).toEqual(['connect', 'connect', 'end']);
  });

  it('APIKEY-04 a key works at /mcp beside assistants', async () => {
    const member = await portal.member();
    const { token } = await makeKey(member, '/api/user/keys', ['catalogue:read']);
    expect(await callOf(token)).toBe(200);
  });
});
