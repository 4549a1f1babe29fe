import { getResponse, HttpResponse, http, type RequestHandler } from 'msw';
import type { Endpoint, PartTypes } from '#contract/endpoint.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { breachOf } from './contract.ts';
import { problem } from './watch.ts';
import { noteData } from './words.ts';

type ReplyOf<One extends PartTypes> = One extends { response: infer Response } ? Response : undefined;
type BodyOf<One extends PartTypes> = One extends { body: infer Body } ? Body : undefined;

/** Call as the app made it. */
export type Call<Body = unknown> = {
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** JSON that was sent; undefined without one. */
  body: Body;
};

/** Parameters of path and query that a call must have to get an answer; an answer without any is for all calls. */
type Wanted = { params?: Record<string, string | number>; query?: Record<string, string | number> };

type Respond = (call: Call) => Response | Promise<Response>;

/** Responses to the calls of one endpoint. */
export type Answer = Wanted & { endpoint: Pick<Endpoint, 'method' | 'path'>; respond: Respond };

/** Handlers, the newest first. */
let handlers: RequestHandler[] = [];
/** Number of calls under way, and of those that a test holds back. A call counts for the test in which it began. */
let traffic = { running: 0, held: 0 };
let made: { method: string; path: string; call: Call }[] = [];
let firstHeld = Promise.withResolvers<void>();

/** Whether calls are under way that no test holds back. */
export const isBusy = () => traffic.running > traffic.held;

/** Resolves when this test holds an answer back for the first time. */
export const untilHeld = () => firstHeld.promise;

/** Removes all answers and calls of the previous test. */
export function resetNetwork(): void {
  handlers = [];
  made = [];
  traffic = { running: 0, held: 0 };
  firstHeld = Promise.withResolvers();
}

/**
 * Makes an answer of an endpoint. A reply or a request body that breaks the contract's schema fails the test. A list
 * comes with its total count.
 * @param reply the body, or a function that makes it from the call
 */
export function answer<One extends PartTypes>(
  endpoint: Endpoint<One>,
  ...[reply, options = {}]: ReplyOf<One> extends undefined
    ? [reply?: undefined, options?: Wanted]
    : [
        reply: ReplyOf<One> | ((call: Call<BodyOf<One>>) => ReplyOf<One>),
        options?: Wanted & { totalCount?: number; isMinimum?: boolean },
      ]
): Answer {
  const { totalCount, isMinimum, ...wanted }: Wanted & { totalCount?: number; isMinimum?: boolean } = options;
  const respond = async (call: Call) => {
    // Safe because no reply of the contract is a function.
    const value = typeof reply === 'function' ? (reply as (call: Call) => ReplyOf<One>)(call) : reply;
    const breaches = [breachOf(endpoint, 'response', value), breachOf(endpoint, 'body', call.body)];
    for (const breach of breaches) if (breach) problem(breach);
    noteData(value);
    if (value === undefined) return new Response(null, { status: endpoint.status ?? 200 });
    const headers: Record<string, string> = Array.isArray(value)
      ? {
          'x-total-count': String(totalCount ?? value.length),
          ...(isMinimum && { 'x-total-count-is-minimum': 'true' }),
        }
      : {};
    return HttpResponse.json(value as object, { status: endpoint.status ?? 200, headers });
  };
  return { endpoint, ...wanted, respond };
}

const errorsOfAll: readonly ErrorCode[] = [
  'accounts.sign-in-required',
  'accounts.other-member',
  'accounts.administrator-required',
  'accounts.confirm-sign-in',
];

/**
 * Makes an answer with an error of the contract's dictionary. The endpoint must name the error unless every call may
 * return it.
 */
export function refuse(
  endpoint: Endpoint,
  code: ErrorCode,
  {
    values = {},
    fields = {},
    ...wanted
  }: Wanted & { values?: Record<string, string | number>; fields?: Record<string, unknown> } = {},
): Answer {
  const isNamed = [...endpoint.errors, ...errorsOfAll].includes(code) || code.startsWith('request.');
  if (!isNamed) problem(`${endpoint.method} ${endpoint.path} never answers ${code}`);
  const { status, message } = errors[code];
  const sentence = message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
  return { endpoint, ...wanted, respond: () => HttpResponse.json({ code, message: sentence, ...fields }, { status }) };
}

/** Makes an answer like that of a broken portal or proxy: no JSON. */
export function fail(endpoint: Endpoint, { status = 500, ...wanted }: Wanted & { status?: number } = {}): Answer {
  return { endpoint, ...wanted, respond: () => new Response('<h1>broken</h1>', { status }) };
}

/** Makes an answer for a call that never reaches the portal. */
export function unreachable(endpoint: Endpoint, wanted: Wanted = {}): Answer {
  return { endpoint, ...wanted, respond: () => HttpResponse.error() };
}

/** Holds an answer back until `release` is called, so that a test sees the screen while it waits. */
export function hold(answer: Answer): Answer & { release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const respond = async (call: Call) => {
    const own = traffic;
    own.held += 1;
    firstHeld.resolve();
    await promise;
    own.held -= 1;
    return answer.respond(call);
  };
  return { ...answer, respond, release: resolve };
}

/** Adds answers for all further calls. Of two answers for a call, the one added last is used. */
export function serve(...answers: Answer[]): void {
  handlers = [...answers.flatMap(handlersOf).reverse(), ...handlers];
}

/**
 * Replaces the browser's `fetch`, which is the edge of the network. A call without an answer fails the test.
 * @throws TypeError when the portal cannot be reached, the signal's reason when aborted
 */
export async function fetchAnswer(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { signal } = init;
  const request = address instanceof Request ? address : new Request(new URL(address, location.href), init);
  const aborted = new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const own = traffic;
  own.running += 1;
  try {
    const response = await Promise.race([getResponse(handlers, request), aborted]);
    if (response && response.type !== 'error') return response;
    if (!response) {
      const { pathname, search } = new URL(request.url);
      problem(`no answer for ${request.method} ${pathname}${search}`);
    }
    throw new TypeError('Failed to fetch');
  } finally {
    own.running -= 1;
  }
}

/** Makes all further calls fail to reach the portal, except those that a later `serve` answers. */
export function goOffline(): void {
  handlers = [http.all('*', () => HttpResponse.error()), ...handlers];
}

/** Returns the calls of an endpoint in this test, the oldest first. */
export function callsOf<One extends PartTypes>({ method, path }: Endpoint<One>): Call<BodyOf<One>>[] {
  // Safe because the bodies are those of this endpoint.
  return made.filter((one) => one.method === method && one.path === path).map(({ call }) => call as Call<BodyOf<One>>);
}

/** Returns the handlers of an answer. The portal answers HEAD like GET, so an answer to GET serves both. */
function handlersOf(answer: Answer): RequestHandler[] {
  const method = answer.endpoint.method.toLowerCase() as 'get';
  return method === 'get' ? [handlerOf(answer, 'get'), handlerOf(answer, 'head')] : [handlerOf(answer, method)];
}

function handlerOf({ endpoint, respond, params = {}, query = {} }: Answer, method: 'get' | 'head'): RequestHandler {
  return http[method](endpoint.path, async ({ request, params: given }) => {
    const call: Call = {
      params: given as Record<string, string>,
      query: new URL(request.url).searchParams,
      headers: request.headers,
      body: await bodyOf(request),
    };
    const isWanted =
      Object.entries(params).every(([name, value]) => call.params[name] === String(value)) &&
      Object.entries(query).every(([name, value]) => call.query.get(name) === String(value));
    // Without a response msw asks the handlers of earlier answers.
    if (!isWanted) return undefined;
    made.push({ method: endpoint.method, path: endpoint.path, call });
    return respond(call);
  });
}

async function bodyOf(request: Request): Promise<unknown> {
  if (!request.headers.get('content-type')?.includes('json')) return undefined;
  return request.clone().json();
}
