import type { AssistantRequest, AssistantRequestQuery } from '#contract/identity/assistants.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { AddressRejected, type Outbound, ResponseTooLong } from '#server/platform/outbound.ts';
import { clientOf } from './actions.ts';
import { type ClientRow, findKnown, keepDocument } from './client-actions.ts';
import { allow, type GrantDeps } from './grant-actions.ts';
import { isRegistered, mistakeOf, readDocument, responseUrl, returnPlaceOf, scopesAsked } from './rules.ts';

/** Limits of the document of a client (HOOK-06). */
const documentLimits = { timeoutMs: 5_000, maxBytes: 5 * 1024 };

export type RequestDeps = GrantDeps & { outbound: Pick<Outbound, 'fetch'> };

/**
 * Returns the client of a request. An unknown client or a wrong redirect URI is an error for the member, never a
 * redirect, because the redirect could lead to anybody.
 * @throws assistants.unknown-client, assistants.wrong-redirect, assistants.document-refused,
 * assistants.document-unreachable
 */
async function checkClient(
  ctx: MemberFlowContext,
  { client_id: clientId = '', redirect_uri: redirectUri = '' }: AssistantRequestQuery,
  { outbound }: RequestDeps,
): Promise<ClientRow> {
  const known = await findKnown(ctx, clientId);
  if (known === 'unknown') throw fail('assistants.unknown-client');
  const client = known === 'unread' ? await fetchDocument(ctx, clientId, outbound) : known;
  if (!isRegistered(redirectUri, client.redirect_uris)) throw fail('assistants.wrong-redirect');
  return client;
}

/** Reads the document of a client. Errors and wrong documents are not kept. */
async function fetchDocument(ctx: MemberFlowContext, clientId: string, outbound: RequestDeps['outbound']) {
  let text: string;
  try {
    const document = await outbound.fetch(clientId, { ...documentLimits, headers: { accept: 'application/json' } });
    const { status, headers } = document;
    if (status !== 200) throw fail('assistants.document-refused', { reason: 'its server does not send it' });
    if (!/^application\/([\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '')) {
      throw fail('assistants.document-refused', { reason: 'it is not JSON' });
    }
    text = await document.text();
  } catch (error) {
    throw rejectionOf(error);
  }
  const facts = readDocument(text, clientId);
  if ('reason' in facts) throw fail('assistants.document-refused', facts);
  return ctx.transaction((inside) => keepDocument(inside, { clientId, ...facts }));
}

/** Turns an error of the fetch into a failure that quotes nothing of the response, so that no URL can be probed. */
function rejectionOf(error: unknown): unknown {
  if (error instanceof AddressRejected) {
    return fail('assistants.document-refused', { reason: 'its address is not allowed' });
  }
  if (error instanceof ResponseTooLong) {
    return fail('assistants.document-refused', { reason: 'it has more than 5 kB' });
  }
  return error instanceof Failure ? error : fail('assistants.document-unreachable');
}

/** Returns the request of a client for the member's decision. */
export async function openRequest(
  ctx: MemberFlowContext,
  query: AssistantRequestQuery,
  deps: RequestDeps,
): Promise<AssistantRequest> {
  const client = await checkClient(ctx, query, deps);
  const returnsTo = returnPlaceOf(query.redirect_uri ?? '');
  if (!returnsTo) throw fail('assistants.wrong-redirect');
  const mistake = mistakeOf(query, deps.resource);
  const { name, host } = clientOf(client);
  return {
    ...{ name, host, returnsTo },
    scopes: scopesAsked(query.scope) ?? [],
    refusal: mistake && {
      message: mistake.description,
      returnUrl: responseUrl(
        query,
        { error: mistake.error, error_description: mistake.description },
        deps.portal.publicUrl,
      ),
    },
    needsConfirmation: !ctx.actor.isFresh,
  };
}

/** Records a grant if the member allows the request. @returns the URL of the client that the browser opens next */
export async function answerRequest(
  ctx: MemberFlowContext,
  { query, isAllowed }: { query: AssistantRequestQuery; isAllowed: boolean },
  deps: RequestDeps,
): Promise<string> {
  const issuer = deps.portal.publicUrl;
  const client = await checkClient(ctx, query, deps);
  const mistake = mistakeOf(query, deps.resource);
  if (mistake) return responseUrl(query, { error: mistake.error, error_description: mistake.description }, issuer);
  if (!isAllowed) return responseUrl(query, { error: 'access_denied' }, issuer);
  const scopes = scopesAsked(query.scope) ?? [];
  const code = await ctx.transaction((inside) => allow(inside, { client, query, scopes }, deps));
  return responseUrl(query, { code }, issuer);
}
