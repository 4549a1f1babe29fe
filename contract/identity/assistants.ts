import * as z from 'zod/mini';
import { type Scope, scopeNames, scopes } from '../scopes.ts';
import { exactText } from '../text.ts';

/** Scopes that an assistant gets when its request names none. */
export const usualAssistantScopes: readonly Scope[] = ['catalogue:read', 'library:read', 'progress:write'];

/**
 * Scopes that a member can allow an assistant: those that tools of members need (MCP-02), and that of
 * `organisation_summary` for owners and managers.
 */
export const assistantScopes: readonly Scope[] = [...usualAssistantScopes, 'organisation:read'];

/** Returns a scope in words; an assistant only counts the learning of an organisation, and reads nothing else of it. */
export function labelForAssistant(scope: Scope): string {
  return scope === 'organisation:read'
    ? 'Count the learning of your organisation, if you are an owner or manager of it'
    : scopes[scope].label;
}

const Scopes = z.array(z.enum(scopeNames));

/** An assistant that the member connected; times are ISO 8601 in UTC. */
export const Assistant = z.object({
  /** Id of the client. */
  id: z.int(),
  name: z.string(),
  /**
   * Host of the document that describes the client; null for one that registered itself, whose name is not verified.
   */
  host: z.nullable(z.string()),
  scopes: Scopes,
  connectedAt: z.string(),
  /** The day of the last call, in UTC, and the network that it came from; null before the first. */
  lastUse: z.nullable(z.object({ on: z.string(), network: z.string() })),
});
export type Assistant = z.infer<typeof Assistant>;

const parameter = (name: string, max = 500) =>
  z.optional(exactText({ error: `The parameter ${name} is not valid`, max }));

/** Parameters of an authorization request (OAuth 2.1, section 4.1.1; RFC 8707). */
const requested = {
  response_type: parameter('response_type'),
  client_id: parameter('client_id'),
  redirect_uri: parameter('redirect_uri'),
  scope: parameter('scope', 1000),
  state: parameter('state', 4000),
  code_challenge: parameter('code_challenge'),
  code_challenge_method: parameter('code_challenge_method'),
  resource: parameter('resource'),
};

export const AssistantRequestQuery = z.object(requested);
export type AssistantRequestQuery = z.infer<typeof AssistantRequestQuery>;

/** The member's answer, with the request that the page has shown. */
export const AssistantAnswer = z.object({
  ...requested,
  answer: z.enum(['allow', 'deny'], { error: 'Allow the assistant or deny it' }),
  /** Id of the member to whom the page was shown. */
  member: exactText({ error: 'The page is not complete. Load it again.', max: 20 }),
});
export type AssistantAnswer = z.infer<typeof AssistantAnswer>;

/**
 * The place to which the browser carries the answer: a website, a program on this computer, or an app by its scheme.
 */
export const ReturnPlace = z.object({ kind: z.enum(['website', 'computer', 'app']), name: z.string() });
export type ReturnPlace = z.infer<typeof ReturnPlace>;

/** A client's request for access, as the member decides about it. */
export const AssistantRequest = z.object({
  name: z.string(),
  /** Like in `Assistant`. */
  host: z.nullable(z.string()),
  returnsTo: ReturnPlace,
  scopes: Scopes,
  /** Set if the request is wrong and cannot be allowed; `returnUrl` carries the error to the client. */
  refusal: z.nullable(z.object({ message: z.string(), returnUrl: z.string() })),
  /** Whether the member must confirm the sign-in before allowing it (PERM-05). */
  needsConfirmation: z.boolean(),
});
export type AssistantRequest = z.infer<typeof AssistantRequest>;
