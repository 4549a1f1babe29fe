import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/**
 * Callers that an endpoint allows: `visitor` is anybody, `member` anybody signed in, `administrator` users of that
 * role.
 */
export type Caller = 'visitor' | 'member' | 'administrator';

/** Parts of a call that a schema checks. */
type Part = 'params' | 'query' | 'body' | 'response';

type Schema = z.core.$ZodType;

/** The types of an endpoint's parts. */
export type PartTypes = Partial<Record<Part, unknown>>;

/**
 * One call of the API. `Types` exists only for the compiler, so that web and server use the types of the same schemas.
 * The build of the web app removes the schemas (vite.config.ts). In the API's description
 * (server/platform/http/openapi.ts), the id of a call is the name of its constant; its group is the file, whose `about`
 * is the group's text.
 */
export type Endpoint<Types extends PartTypes = PartTypes> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly params?: Schema | undefined;
  readonly query?: Schema | undefined;
  readonly body?: Schema | undefined;
  readonly response?: Schema | undefined;
  readonly caller: Caller;
  /**
   * The scope that an API key needs for this call (APIKEY-03); `none` for calls that no key can make, such as
   * those about money, sign-in or account security, and statements that only a person can make.
   */
  readonly scope: Scope | 'none';
  /**
   * Whether the sign-in must be fresh (PERM-05); with an older one the server rejects the call with 403
   * `accounts.confirm-sign-in`.
   */
  readonly needsFreshSignIn?: true;
  /** The proof that replaces a session. */
  readonly proof?: 'toolToken' | 'stripeSignature';
  readonly summary: string;
  /** The fields of a multipart body, for calls that accept a file. */
  readonly form?: Readonly<Record<string, 'file' | 'text'>>;
  /** Whether the body may also be a URL-encoded form. */
  readonly takesForm?: true;
  /** A body that no schema of the portal checks. */
  readonly rawBody?: { readonly mediaType: string; readonly description: string };
  /** The media types of a response that is a file. */
  readonly responseTypes?: readonly string[];
  /** Error codes of this call, beside those that every call may return. */
  readonly errors: readonly ErrorCode[];
  /** HTTP status of success; 200 when absent. */
  readonly status?: 201 | 204 | 302;
  readonly types?: Types;
};

/**
 * Header in which a page of the web app names its member, so that the server rejects the session of another account
 * (AUTH-27).
 */
export const pageMemberHeader = 'x-page-member';

type TypesOf<Schemas extends Partial<Record<Part, Schema | undefined>>> = {
  [Name in keyof Schemas as Schemas[Name] extends Schema ? Name : never]: z.output<Schemas[Name]>;
};

/** Returns the endpoint with the types of its parts. */
export function endpoint<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Response extends Schema | undefined = undefined,
>(
  value: Omit<Endpoint, 'types' | Part> & { params?: Params; query?: Query; body?: Body; response?: Response },
): Endpoint<TypesOf<{ params: Params; query: Query; body: Body; response: Response }>> {
  return value;
}
