import { hash } from 'node:crypto';
import type { Answer, Client, JsonObject } from './client.ts';

/** Redirect URL of a program on the member's computer. */
export const programAddress = 'http://127.0.0.1:7411/callback';

/** PKCE verifier of a client and its S256 challenge (RFC 7636). */
export const verifier = 'a-verifier-of-the-client-that-is-long-enough-43';
export const challenge = hash('sha256', verifier, 'base64url');

type Changed = Record<string, string | undefined>;

const encoded = (fields: Changed) =>
  new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined));

/** Registers a client. @returns its id */
export async function registerAssistant(client: Client, fields: object = {}): Promise<string> {
  const form = { client_name: 'Harbourmind', redirect_uris: [programAddress], ...fields };
  const { status, body } = await client.post('/oauth/register', form);
  if (status !== 201) throw new Error(`The client was refused: ${JSON.stringify(body)}`);
  return String(body.client_id);
}

/** Returns the query string of an authorisation request at the portal with this public URL. */
export function requestQuery(publicUrl: string, clientId: string, changed: Changed = {}): string {
  return encoded({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: programAddress,
    scope: 'catalogue:read library:read',
    state: 'state of the client',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: `${publicUrl}/mcp`,
    ...changed,
  }).toString();
}

type Browser = Client & { userId: number };

/** Sends the consent page's form as the member's browser does. */
export function decide(
  member: Browser,
  query: string,
  { answer = 'allow', shownTo = member.userId }: { answer?: string; shownTo?: number } = {},
): Promise<Answer> {
  return sendForm(member, `/oauth/authorize?${query}`, { answer, member: String(shownTo) });
}

/** Sends a form, as browsers and clients of OAuth do. */
export function sendForm<Body = JsonObject>(client: Client, url: string, fields: Changed): Promise<Answer<Body>> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return client.send<Body>({ method: 'POST', url, headers, payload: encoded(fields).toString() });
}

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string };

/** Lets a member allow a client. @returns the code that the client gets */
export async function allowAssistant(member: Browser, publicUrl: string, clientId: string, changed: Changed = {}) {
  const { status, headers, body } = await decide(member, requestQuery(publicUrl, clientId, changed));
  const code = URL.parse(String(headers.location))?.searchParams.get('code');
  if (status !== 303 || !code) throw new Error(`The member's answer was refused: ${JSON.stringify([headers, body])}`);
  return code;
}

/** Connects an assistant with a member's account. @returns its tokens */
export async function connectAssistant(
  member: Browser,
  publicUrl: string,
  changed: Changed = {},
): Promise<Tokens & { clientId: string }> {
  const clientId = changed.client_id ?? (await registerAssistant(member));
  const code = await allowAssistant(member, publicUrl, clientId, changed);
  const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier };
  const { status, body } = await sendForm<Tokens>(member, '/oauth/token', form);
  if (status !== 200) throw new Error(`The code was refused: ${JSON.stringify(body)}`);
  return { ...body, clientId };
}
