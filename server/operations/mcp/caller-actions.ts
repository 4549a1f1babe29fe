import type { KeyKind, Scope } from '#contract/scopes.ts';
import type { KeyCaller } from '#server/identity/api-keys/actions.ts';
import type { Actor } from '#server/platform/context.ts';
import type { Limit } from '#server/platform/http/limits.ts';

/** The person, organisation or portal that an assistant acts for. */
export type McpCaller = {
  actor: Actor;
  kind: KeyKind;
  /** The organisation of an organisation's key. */
  organisationId: number | null;
  scopes: readonly Scope[];
  /** Name of the key or the assistant, for the member's activity. */
  client: string;
  /** Limit of its calls, with the key of the counter. */
  limit: Limit;
  limitKey: string;
};

export type CallerFinder = (call: { token: string; ip: string }) => Promise<McpCaller | null>;

type Tokens = { readKey(call: { token: string; ip: string }): Promise<KeyCaller | null>; keyLimit: Limit };

/** Finds the caller of a bearer token; null for one that does not work. Read at each call. */
export function callerFinder({ readKey, keyLimit }: Tokens): CallerFinder {
  return async (call) => {
    const key = await readKey(call);
    if (!key) return null;
    const { actor, kind, organisationId, scopes, name, keyId } = key;
    return { actor, kind, organisationId, scopes, client: name, limit: keyLimit, limitKey: `${keyId}` };
  };
}
