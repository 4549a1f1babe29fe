/** Data a tool saves: any object of at most 16 KiB as JSON. */
export type SessionData = { [name: string]: unknown };

/** Member, opened resource and saved data, which is null when there is none. */
export type ToolSession<Data extends SessionData = SessionData> = {
  firstName: string;
  resourceTitle: string;
  sessionData: Data | null;
  /** Progress in whole percent. */
  completionPercentage: number;
  /** Time at which the token expires unless it is used before, as ISO 8601. */
  expiresAt: string;
};

/** Portal's response to a save; `expiresAt` is the new expiry of the token, as ISO 8601. */
export type Saved = { completionPercentage: number; expiresAt: string };

/** Reason for a failed call. */
export type Reason =
  /** The token is expired or not valid; the member opens the tool from the portal again. */
  | 'ended'
  /** The portal rejected the call, for example because the data is too large or not valid. */
  | 'refused'
  /** There were too many calls; `retryAfterSeconds` says how long to wait. */
  | 'too-many'
  /** The portal did not respond, failed, or did not respond with JSON; try again later. */
  | 'unavailable';

/** Error of a failed call; the message is for developers, `reason` is for the tool. */
export class ToolSessionError extends Error {
  override readonly name = 'ToolSessionError';
  readonly reason: Reason;
  /** HTTP status; null when the portal did not respond. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  constructor(reason: Reason, message: string, answer: { status?: number; retryAfterSeconds?: number | null } = {}) {
    super(message);
    this.reason = reason;
    this.status = answer.status ?? null;
    this.retryAfterSeconds = answer.retryAfterSeconds ?? null;
  }
}

/** Part of `fetch` that the kit uses, so that tests and servers can pass their own. */
export type Fetch = (address: string, init: FetchInit) => Promise<FetchAnswer>;
export type FetchInit = { method: 'GET' | 'PUT'; headers: Record<string, string>; body?: string; credentials: 'omit' };
export type FetchAnswer = {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
};

export type Connection = {
  /** Portal's public URL, such as `https://learning.example.org`. */
  portalUrl: string;
  /** Query parameter `token` of the URL that the portal opened. */
  token: string;
  /** Function to call instead of the global `fetch`. */
  fetch?: Fetch;
};

export type Tool<Data extends SessionData = SessionData> = {
  /** Reads the member's name, the resource and the saved data. @throws ToolSessionError */
  read(): Promise<ToolSession<Data>>;
  /**
   * Replaces the saved session.
   * @param completionPercentage progress from 0 to 100; without it the progress does not change
   * @throws ToolSessionError
   */
  save(sessionData: Data, completionPercentage?: number): Promise<Saved>;
};

/** Connects a tool that was opened with a token to its portal, in a browser or on the tool's own server. */
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
    // Safe cast: the portal validates its responses against the same schemas before it sends them.
    return JSON.parse(text) as Reply;
  } catch {
    throw new ToolSessionError('unavailable', 'The portal did not answer with JSON', { status });
  }
}
