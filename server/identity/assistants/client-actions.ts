import { randomUUID } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { type ClientFacts, isDocumentUrl, type ProtocolError, readRegistration } from './rules.ts';
import * as store from './store.ts';

export type { ClientRow } from './store.ts';

/** Finds a client: `unread` when its document must be fetched first, `unknown` when there is none. */
export async function findKnown(ctx: Context, clientId: string): Promise<store.ClientRow | 'unread' | 'unknown'> {
  const client = clientId === '' ? null : await store.findClient(ctx.db, clientId);
  if (client && !client.is_stale) return client;
  return isDocumentUrl(clientId) ? 'unread' : 'unknown';
}

export function keepDocument(ctx: Context, client: ClientFacts & { clientId: string }): Promise<store.ClientRow> {
  return store.saveDocument(ctx.db, client);
}

/** Whether the portal knows a client, so that it can ask for tokens. */
export async function isKnown(ctx: Context, clientId: string): Promise<boolean> {
  return clientId !== '' && (await store.findClient(ctx.db, clientId)) !== null;
}

/** The response to a registration (RFC 7591, section 3.2.1). */
export type Registered = {
  client_id: string;
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  token_endpoint_auth_method: 'none';
};

/** Registers a client that has no document (RFC 7591); returns the error when the request is wrong. */
export async function registerClient(ctx: Context, body: unknown): Promise<Registered | ProtocolError> {
  const facts = readRegistration(body);
  if ('error' in facts) return facts;
  const clientId = randomUUID();
  const createdAt = await store.insertClient(ctx.db, { clientId, ...facts });
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: facts.name,
    redirect_uris: facts.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
