/** What a tool saves: an object of its own making, at most 16 KiB as JSON. */
export type SessionData = { [name: string]: unknown };

/** Who came, what for, and what the tool saved before; null when it has saved nothing yet. */
export type ToolSession<Data extends SessionData = SessionData> = {
  firstName: string;
  resourceTitle: string;
  sessionData: Data | null;
  /** How much is done, in whole percent. */
  completionPercentage: number;
  /** When the token ends if it is not used until then, as ISO 8601. */
  expiresAt: string;
};

/** What the portal answers when it has saved a session. */
export type Saved = { completionPercentage: number; expiresAt: string };

/** Why a call failed. */
export type Reason =
  /** The token has ended, or never was one: the member has to open the tool again from the portal. */
  | 'ended'
  /** What was to be saved is too large, or nothing that can be saved. */
  | 'refused'
  /** Too many calls; `retryAfterSeconds` says how long to wait. */
  | 'too-many'
  /** The portal did not answer, or not as it should: the call can be made again later. */
  | 'unavailable';

/** A call that failed; the message is for developers, `reason` is for the tool. */
export class ToolSessionError extends Error {
  override readonly name = 'ToolSessionError';
  readonly reason: Reason;
  /** The status of the answer, null when there was none. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  constructor(reason: Reason, message: string, answer: { status?: number; retryAfterSeconds?: number | null } = {}) {
    super(message);
    this.reason = reason;
    this.status = answer.status ?? null;
    this.retryAfterSeconds = answer.retryAfterSeconds ?? null;
  }
}

/** The part of `fetch` that is used, so that tests and servers can give their own. */
export type Fetch = (address: string, init: FetchInit) => Promise<FetchAnswer>;
export type FetchInit = { method: 'GET' | 'PUT'; headers: Record<string, string>; body?: string; credentials: 'omit' };
export type FetchAnswer = {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
};

export type Connection = {
  /** The portal's public address, such as `https://learning.example.org`. */
  portalUrl: string;
  /** What the portal added to the tool's address as the query parameter `token`. */
  token: string;
  /** Another `fetch` than the global one. */
  fetch?: Fetch;
};

export type Tool<Data extends SessionData = SessionData> = {
  /** Reads who came and what was saved. @throws ToolSessionError */
  read(): Promise<ToolSession<Data>>;
  /**
   * Saves the session in place of the one before.
   * @param completionPercentage how much is done, from 0 to 100; left out it stays as it is
   * @throws ToolSessionError
   */
  save(sessionData: Data, completionPercentage?: number): Promise<Saved>;
};

/** The portal's side of a tool that was opened with a token: in a browser or on the tool's own server. */
export function connect<Data extends SessionData = SessionData>(connection: Connection): Tool<Data> {
  const address = `${connection.portalUrl.replace(/\/+$/, '')}/api/tool-session`;
  const send = connection.fetch ?? ((given, init) => fetch(given, init));

  async function call<Reply>(method: 'GET' | 'PUT', body?: object): Promise<Reply> {
    const headers: Record<string, string> = { authorization: `Bearer ${connection.token}` };
    if (body) headers['content-type'] = 'application/json';
    const init: FetchInit = { method, headers, credentials: 'omit', ...(body && { body: JSON.stringify(body) }) };
    const answer = await send(address, init).catch((error: unknown) => {
      throw new ToolSessionError('unavailable', `The portal could not be reached: ${String(error)}`);
    });
    const text = await answer.text();
    if (!answer.ok) throw errorOf(answer, text);
    return parse<Reply>(text, answer.status);
  }

  return {
    read: () => call('GET'),
    save: (sessionData, completionPercentage) => call('PUT', { sessionData, completionPercentage }),
  };
}

function errorOf({ status, headers }: FetchAnswer, text: string): ToolSessionError {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null;
  return new ToolSessionError(reasonOf(status), `${status}: ${text}`, { status, retryAfterSeconds });
}

function reasonOf(status: number): Reason {
  if (status === 401 || status === 403) return 'ended';
  if (status === 429) return 'too-many';
  return status >= 500 ? 'unavailable' : 'refused';
}

function parse<Reply>(text: string, status: number): Reply {
  try {
    // The portal checks its answers against these very shapes before it sends them.
    return JSON.parse(text) as Reply;
  } catch {
    throw new ToolSessionError('unavailable', 'The portal answered with something else than JSON', { status });
  }
}
