import type { Endpoint } from '#contract/endpoint.ts';
import type { PageRequest } from '#contract/first-page.ts';
import { apiErrorOf } from './errors.ts';
import { pageMemberHeaders } from './page-member.ts';
import { type SearchInput, stringifySearch } from './search.ts';
import { hasUnsaved } from './unsaved.ts';

/** The parts an endpoint may have. */
export type Parts = { params?: unknown; query?: unknown; body?: unknown; reply?: unknown };

/** What a call must be given: the path's parameters and the body the endpoint names; of the query, what is wanted. */
export type Input<Types extends Parts> = (Types extends { params: infer Params } ? { params: Params } : unknown) &
  (Types extends { query: infer Query } ? { query?: Partial<Query> } : unknown) &
  (Types extends { body: infer Body } ? { body: Body } : unknown) & {
    signal?: AbortSignal;
    /** The call is made also when the page is being left. */
    keepalive?: boolean;
    /** Makes the call on the server; a browser uses its own. */
    fetch?: PageRequest['fetch'];
  };

/** An endpoint that needs nothing may be called without input. */
export type InputArguments<Types extends Parts> =
  Record<never, never> extends Input<Types> ? [input?: Input<Types>] : [input: Input<Types>];

export type Reply<Types extends Parts> = Types extends { reply: infer Value } ? Value : undefined;

type LooseInput = Omit<Input<Parts>, 'params' | 'query' | 'body'> & { params?: object; query?: object; body?: unknown };

/**
 * The one way to the API: cookies go along, a body is sent as JSON only when there is one (GEN-05). When the sign-in is
 * too old (PERM-05), or has ended where something would be lost (AUTH-26), the member is asked and the call repeated.
 * @throws ApiError for every reply that is no success; TypeError when the portal cannot be reached
 */
export async function call<Types extends Parts>(
  endpoint: Endpoint<Types>,
  ...[input]: InputArguments<Types>
): Promise<Reply<Types>> {
  return readReply(endpoint, await send(endpoint, input));
}

/**
 * The same for lists of which a page is asked for: `totalCount` is how many there are in all (GEN-10), and with
 * `isMinimum` there are more than that.
 */
export async function callForPage<Types extends Parts>(
  endpoint: Endpoint<Types>,
  ...[input]: InputArguments<Types>
): Promise<{ items: Reply<Types>; totalCount: number; isMinimum: boolean }> {
  const response = await send(endpoint, input);
  const items = await readReply(endpoint, response);
  const length = Array.isArray(items) ? items.length : 0;
  return {
    items,
    totalCount: Number(response.headers.get('x-total-count') ?? length),
    isMinimum: response.headers.get('x-total-count-is-minimum') === 'true',
  };
}

async function readReply<Types extends Parts>(endpoint: Endpoint<Types>, response: Response): Promise<Reply<Types>> {
  if (!response.ok) throw await apiErrorOf(response, endpoint.caller !== 'visitor');
  const text = await response.text();
  // The server has checked its reply against this very shape before it was sent; another one may send less.
  const reply: unknown = text === '' ? undefined : JSON.parse(text);
  if (!isBare(endpoint.path, reply)) return reply as Reply<Types>;
  const { completeReply } = await import('./bare-replies.ts');
  return completeReply(endpoint.path, reply) as Reply<Types>;
}

/** A field that a reply in the bare shape of the specification leaves out (GEN-26), by the last word of its path. */
const marks = new Map([
  ['/api/resources', 'rappPrinciples'],
  ['/api/resources/:id', 'metadata'],
  ['/api/resources/:id/access', 'code'],
  ['/api/user/resource-access', 'code'],
  ['/api/user/purchases', 'isGift'],
  ['/api/user/subscription', 'taxMode'],
  ['/api/user/subscriptions', 'taxMode'],
  ['/api/user/billing', 'transactions'],
]);

function isBare(path: string, reply: unknown): boolean {
  const mark = marks.get(path);
  return mark !== undefined && [reply].flat().some((part) => part instanceof Object && !(mark in part));
}

/** The address of an endpoint, also for links and downloads. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: LooseInput = {}): string {
  const values = new Map(Object.entries(params));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  // Queries hold what a query can say: texts, numbers, booleans and lists of them.
  return path + stringifySearch(query as SearchInput);
}

async function send(endpoint: Pick<Endpoint, 'method' | 'path'>, input: LooseInput = {}): Promise<Response> {
  const response = await sendOnce(endpoint, input);
  const mayAsk = response.status === 403 || (response.status === 401 && (endpoint.method !== 'GET' || hasUnsaved()));
  // On the server, and when the page is being left, there is no one to ask.
  if (!mayAsk || input.fetch || input.keepalive) return response;
  const { isAnswered } = await import('./confirmation.ts');
  return (await isAnswered(response)) ? sendOnce(endpoint, input) : response;
}

async function sendOnce(endpoint: Pick<Endpoint, 'method' | 'path'>, input: LooseInput): Promise<Response> {
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
