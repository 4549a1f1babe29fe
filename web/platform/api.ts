import type { Endpoint, PartTypes } from '#contract/endpoint.ts';
import type { PageRequest } from '#contract/first-page.ts';
import { readApiError } from './errors.ts';
import { pageMemberHeaders } from './page-member.ts';
import { type SearchInput, stringifySearch } from './search.ts';
import { hasUnsaved } from './unsaved.ts';

/** Input of a call: the path's parameters and the body of the endpoint, and any part of its query. */
export type Input<Types extends PartTypes> = (Types extends { params: infer Params } ? { params: Params } : unknown) &
  (Types extends { query: infer Query } ? { query?: Partial<Query> } : unknown) &
  (Types extends { body: infer Body } ? { body: Body } : unknown) & {
    signal?: AbortSignal;
    /** Whether the call is also made while the page is being left. */
    keepalive?: boolean;
    /** Sends the call, each time that it is sent, for one that needs more than that. */
    sendBy?: (send: () => Promise<Response>) => Promise<Response>;
    /** The `fetch` of the page request, on the server only. */
    fetch?: PageRequest['fetch'];
  };

/** Arguments of a call. An endpoint that needs no parameters and no body can be called without input. */
export type InputArguments<Types extends PartTypes> =
  Record<never, never> extends Input<Types> ? [input?: Input<Types>] : [input: Input<Types>];

export type ResponseBody<Types extends PartTypes> = Types extends { response: infer Value } ? Value : undefined;

type LooseInput = Omit<Input<PartTypes>, 'params' | 'query' | 'body'> & {
  params?: object;
  query?: object;
  body?: unknown;
};

/**
 * Calls an endpoint of the API with cookies; a body is sent as JSON only when there is one (GEN-05). When the sign-in
 * is too old (PERM-05), or has ended where something would be lost (AUTH-26), asks the member and repeats the call.
 * @throws ApiError for every response that is no success; TypeError when the portal cannot be reached
 */
export async function call<Types extends PartTypes>(
  endpoint: Endpoint<Types>,
  ...[input]: InputArguments<Types>
): Promise<ResponseBody<Types>> {
  return readResponse(endpoint, await send(endpoint, input));
}

/**
 * Like `call`, but for one page of a list. `totalCount` counts all rows (GEN-10); with `isMinimum` there are more rows
 * than `totalCount`.
 */
export async function callForPage<Types extends PartTypes>(
  endpoint: Endpoint<Types>,
  ...[input]: InputArguments<Types>
): Promise<{ items: ResponseBody<Types>; totalCount: number; isMinimum: boolean }> {
  const response = await send(endpoint, input);
  const items = await readResponse(endpoint, response);
  const length = Array.isArray(items) ? items.length : 0;
  return {
    items,
    totalCount: Number(response.headers.get('x-total-count') ?? length),
    isMinimum: response.headers.get('x-total-count-is-minimum') === 'true',
  };
}

async function readResponse<Types extends PartTypes>(
  endpoint: Endpoint<Types>,
  response: Response,
): Promise<ResponseBody<Types>> {
  if (!response.ok) throw await readApiError(response, endpoint.caller !== 'visitor');
  const text = await response.text();
  // Safe because the server has checked the response against this schema; `completeReply` adds what another server may
  // leave out.
  const reply: unknown = text === '' ? undefined : JSON.parse(text);
  if (!isBare(endpoint.path, reply)) return reply as ResponseBody<Types>;
  const { completeResponse: completeReply } = await import('./bare-responses.ts');
  return completeReply(endpoint.path, reply) as ResponseBody<Types>;
}

const lists = ['tags', 'roleAffiliations', 'rappPrinciples', 'rappImplementationPhase'];

/**
 * Fields that the portal always sends, by the path of the endpoint. A response in the bare shape of the specification
 * leaves one of them out, or has null for a list (GEN-26).
 */
const sentFields = new Map([
  ['/api/resources', lists],
  ['/api/resources/:id', [...lists, 'videoAccess']],
  ['/api/resources/:id/access', ['code']],
  ['/api/user/resource-access', ['code']],
  ['/api/user/purchases', ['isGift']],
  ['/api/complete-purchase', ['isGift']],
  ['/api/user/subscription', ['taxMode']],
  ['/api/user/subscriptions', ['taxMode']],
  ['/api/user/billing', ['guarantee']],
]);

function isBare(path: string, reply: unknown): boolean {
  const fields = sentFields.get(path) ?? [];
  return [reply].flat().some((part) => {
    // A response that is no object has no fields to complete.
    if (!(part instanceof Object)) return false;
    const values = new Map<string, unknown>(Object.entries(part));
    return fields.some((field) => !values.has(field) || (lists.includes(field) && values.get(field) === null));
  });
}

/** Returns the URL of an endpoint, also for links and downloads. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: LooseInput = {}): string {
  const values = new Map(Object.entries(params));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  // Safe because queries hold only texts, numbers, booleans and lists of them.
  return path + stringifySearch(query as SearchInput);
}

async function send(endpoint: Pick<Endpoint, 'method' | 'path'>, input: LooseInput = {}): Promise<Response> {
  const response = await sendOnce(endpoint, input);
  const mayAsk = response.status === 403 || (response.status === 401 && (endpoint.method !== 'GET' || hasUnsaved()));
  // On the server, and while the page is being left, the member cannot be asked.
  if (!mayAsk || input.fetch || input.keepalive) return response;
  const { isAnswered } = await import('./confirmation.ts');
  return (await isAnswered(response)) ? sendOnce(endpoint, input) : response;
}

/** The end of a call under way by which the server replaces the session: other calls wait for it before they are sent. */
export const replacement: { end: Promise<unknown> | null } = { end: null };

async function sendOnce(endpoint: Pick<Endpoint, 'method' | 'path'>, input: LooseInput): Promise<Response> {
  // On the server each page request has a session of its own, and what is sent while a page is being left cannot wait.
  while (replacement.end && !input.fetch && !(input.keepalive && document.hidden)) await replacement.end;
  const send = () => request(endpoint, input);
  return input.sendBy ? input.sendBy(send) : send();
}

async function request(endpoint: Pick<Endpoint, 'method' | 'path'>, input: LooseInput): Promise<Response> {
  const hasBody = input.body !== undefined;
  const send = input.fetch ?? fetch;
  return send(addressOf(endpoint, input), {
    method: endpoint.method,
    credentials: 'include',
    signal: input.signal,
    keepalive: input.keepalive,
    headers: {
      accept: 'application/json',
      ...pageMemberHeaders(),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    body: hasBody ? JSON.stringify(input.body) : undefined,
  });
}
