import { describe, expect, it } from 'vitest';
import { connect, type Fetch, ToolSessionError } from './session.ts';

type Answer = { status?: number; text?: string; headers?: Record<string, string> };

/** Builds a portal with one fixed answer and a record of its calls. */
function portal({ status = 200, text = '{}', headers = {} }: Answer = {}) {
  const asked: Parameters<Fetch>[] = [];
  const fetch: Fetch = async (...call) => {
    asked.push(call);
    const get = (name: string) => headers[name] ?? null;
    return { ok: status < 400, status, headers: { get }, text: async () => text };
  };
  return { asked, tool: connect({ portalUrl: 'https://portal.example/', token: 'secret', fetch }) };
}

const failureOf = async (work: Promise<unknown>): Promise<ToolSessionError> => {
  const error = await work.then(
    () => new Error('It did not fail'),
    (failure: unknown) => failure,
  );
  if (!(error instanceof ToolSessionError)) throw error;
  return error;
};

describe('a failed call', () => {
  it('a failed call names its reason: ended, refused, too many calls or unavailable', async () => {
    const reasons = [401, 403, 400, 413, 429, 500, 503].map(
      async (status) => (await failureOf(portal({ status, text: 'no' }).tool.read())).reason,
    );
    expect(await Promise.all(reasons)).toEqual([
      'ended',
      'ended',
      'refused',
      'refused',
      'too-many',
      'unavailable',
      'unavailable',
    ]);
  });

  it('a 429 answer gives the seconds to wait from Retry-After', async () => {
    const { tool } = portal({ status: 429, headers: { 'retry-after': '12' } });
    expect(await failureOf(tool.save({}))).toMatchObject({ status: 429, retryAfterSeconds: 12 });
    expect((await failureOf(portal({ status: 500 }).tool.read())).retryAfterSeconds).toBeNull();
  });

  it('a call is unavailable when the portal cannot be reached or answers with HTML', async () => {
    const fetch: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const unreachable = connect({ portalUrl: 'https://portal.example', token: 'secret', fetch });
    expect(await failureOf(unreachable.read())).toMatchObject({ reason: 'unavailable', status: null });
    expect((await failureOf(portal({ text: '<h1>A proxy</h1>' }).tool.read())).reason).toBe('unavailable');
  });

  it('the thrown error never contains the token', async () => {
    const error = await failureOf(portal({ status: 401, text: '{"message":"Invalid or expired token"}' }).tool.read());
    expect(JSON.stringify([error.message, error])).not.toContain('secret');
  });
});

describe('a successful call', () => {
  it('reads the session with the token as bearer and without cookies', async () => {
    const session = { firstName: 'Mira', resourceTitle: 'Canvas', sessionData: null, completionPercentage: 0 };
    const { asked, tool } = portal({ text: JSON.stringify(session) });
    expect(await tool.read()).toEqual(session);
    expect(asked).toEqual([
      [
        'https://portal.example/api/tool-session',
        { method: 'GET', headers: { authorization: 'Bearer secret' }, credentials: 'omit' },
      ],
    ]);
  });

  it('saves the session, with progress only when it is given', async () => {
    const { asked, tool } = portal({ text: '{"completionPercentage":30,"expiresAt":"2026-01-01T00:00:00Z"}' });
    expect(await tool.save({ station: 2 }, 30)).toMatchObject({ completionPercentage: 30 });
    await tool.save({ station: 3 });
    expect(asked.map(([, { method, body }]) => [method, JSON.parse(body ?? '')])).toEqual([
      ['PUT', { sessionData: { station: 2 }, completionPercentage: 30 }],
      ['PUT', { sessionData: { station: 3 } }],
    ]);
    expect(asked[0]?.[1].headers['content-type']).toBe('application/json');
  });
});
