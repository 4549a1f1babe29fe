import { type Calls, calls } from './calls.ts';

export type { Calls } from './calls.ts';

export type ClientOptions = {
  /** The portal's public URL, such as `https://learning.example.org`. */
  portalUrl: string;
  /** An API key, such as `rapp_o_…`. */
  key: string;
  /** Function to call instead of the global `fetch`. */
  fetch?: typeof fetch;
  /** Aborts all calls of the client. */
  signal?: AbortSignal;
};

/** A function for each call that a key can make, by the names of the API's description. */
export type Client = {
  [Name in keyof Calls]: (
    ...input: object extends Calls[Name]['input'] ? [input?: Calls[Name]['input']] : [input: Calls[Name]['input']]
  ) => Promise<Calls[Name]['response']>;
};

/** Error of a call that the portal responded to with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** Machine-readable reason, such as `keys.refused`; null when the response has none. */
  readonly code: string | null;
  /** Seconds to wait before another attempt, from `Retry-After`; null when the response has none. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, response: { status: number; code: string | null; retryAfterSeconds: number | null }) {
    super(message);
    this.status = response.status;
    this.code = response.code;
    this.retryAfterSeconds = response.retryAfterSeconds;
  }
}

/**
 * Creates a client for a portal. Its functions resolve with the response body and reject with an `ApiError`, or with
 * the error of `fetch` when the portal cannot be reached.
 */
export function createClient(options: ClientOptions): Client {
  const made = Object.entries(calls).map(([name, [method, path, isFile]]) => [
    name,
    (input: Input = {}) => send(options, { method, path, isFile, input }),
  ]);
  // Safe cast: `calls` has one entry for each name in `Calls`.
  return Object.fromEntries(made) as Client;
}

type Value = string | number | boolean | undefined;
type Input = { params?: Record<string, Value>; query?: Record<string, Value | Value[]>; body?: unknown };
type Sent = { method: string; path: string; isFile: boolean; input: Input };

async function send(
  { portalUrl, key, fetch: ask = fetch, signal }: ClientOptions,
  { method, path, isFile, input }: Sent,
) {
  const { params = {}, query = {}, body } = input;
  const address = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? ''))),
    portalUrl,
  );
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) if (value !== undefined) address.searchParams.append(name, String(value));
  }
  const isForm = body instanceof FormData;
  const response = await ask(address, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    // A redirect would carry the key elsewhere; that of a file is followed without it.
    redirect: isFile ? 'manual' : 'error',
    ...(signal && { signal }),
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const elsewhere = isFile && response.status === 303 ? response.headers.get('location') : null;
  if (elsewhere !== null) return readFile(await ask(new URL(elsewhere, address), signal ? { signal } : {}));
  if (!response.ok) throw await readError(response);
  if (response.status === 204) return undefined;
  return isFile ? response.blob() : response.json();
}

async function readFile(response: Response): Promise<Blob> {
  if (!response.ok) throw await readError(response);
  return response.blob();
}

async function readError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const wait = response.headers.get('retry-after');
  const facts = { status: response.status, retryAfterSeconds: wait === null ? null : Number(wait) };
  try {
    const { code = null, message = response.statusText } = JSON.parse(text) as { code?: string; message?: string };
    return new ApiError(message, { ...facts, code });
  } catch {
    return new ApiError(response.statusText || `The portal answered ${response.status}`, { ...facts, code: null });
  }
}

type Page = { items: unknown[]; next: string | null; syncedUntil: string };
type PageQuery = { updatedSince?: string; cursor?: string; limit?: number };

/**
 * Reads a list of changes page by page: `for await (const { items, syncedUntil } of pagesOf(…))`. Store the
 * `syncedUntil` of the first page, and pass it as `updatedSince` in the next run.
 * @param read makes the call, such as `(query) => client.listCompletions({ query })`
 */
export async function* pagesOf<ReadPage extends Page>(
  read: (query: PageQuery) => Promise<ReadPage>,
  query: PageQuery = {},
): AsyncGenerator<ReadPage> {
  let page = await read(query);
  for (;;) {
    yield page;
    if (page.next === null) return;
    const { updatedSince: _, ...rest } = query;
    page = await read({ ...rest, cursor: page.next });
  }
}
