import type { ErrorCode } from './errors.ts';

/** Who may call: `visitor` is anybody, `member` anybody signed in, `administrator` users of that role. */
export type Caller = 'visitor' | 'member' | 'administrator';

type EndpointTypes = { params?: unknown; query?: unknown; body?: unknown; reply?: unknown };

/**
 * One call of the API. `Types` exists for the compiler only: web and server read the same shapes from it. The API's
 * description (server/platform/http/openapi.ts) takes a call's id from the name of its constant, and its group and the
 * group's text from the file and its `about`.
 */
export type Endpoint<Types extends EndpointTypes = EndpointTypes> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly caller: Caller;
  /** The sign-in must be fresh (PERM-05); an older one is answered 403 `accounts.confirm-sign-in`. */
  readonly needsFreshSignIn?: true;
  /** The caller proves itself by this instead of a session. */
  readonly proof?: 'toolToken' | 'stripeSignature';
  readonly summary: string;
  /** The fields of a multipart body, for calls that take a file. */
  readonly form?: Readonly<Record<string, 'file' | 'text'>>;
  /** What the body is, where it is JSON that no shape of ours checks. */
  readonly rawBody?: string;
  /** The media types of a reply that is a file. */
  readonly replyTypes?: readonly string[];
  /** The codes this call may answer beside those every call may answer. */
  readonly errors: readonly ErrorCode[];
  /** The status of success, 200 when absent. */
  readonly status?: 201 | 204 | 302;
  readonly types?: Types;
};

/** A page of the web app names its member in this header: another account's session is then refused (AUTH-27). */
export const pageMemberHeader = 'x-page-member';

/** Names an endpoint together with the types of its parts. */
export function endpoint<Types extends EndpointTypes>(value: Omit<Endpoint<Types>, 'types'>): Endpoint<Types> {
  return value;
}
