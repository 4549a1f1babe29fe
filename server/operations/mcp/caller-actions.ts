import { assistantScopes } from '#contract/identity/assistants.ts';
import { type KeyKind, type Scope, scopesOf } from '#contract/scopes.ts';
import type { KeyCaller } from '#server/identity/api-keys/actions.ts';
import type { AssistantCaller } from '#server/identity/assistants/actions.ts';
import type { Actor } from '#server/platform/context.ts';
import type { Limit } from '#server/platform/http/limits.ts';

/** The person, organisation or portal that an assistant acts for. */
export type McpCaller = {
  actor: Actor;
  kind: KeyKind;
  /** The organisation of an organisation's key; null for other callers. */
  organisationId: number | null;
  scopes: readonly Scope[];
  /** Scopes that such a caller can have; it is shown the tools that need no others. */
  possibleScopes: readonly Scope[];
  /** Name of the key or the assistant, for the member's activity. */
  client: string;
  /** Limit of its calls, with the key of the counter. */
  limit: Limit;
  limitKey: string;
};

export type CallerFinder = (call: { token: string; ip: string }) => Promise<McpCaller | null>;

type Tokens = {
  readKey(call: { token: string; ip: string }): Promise<KeyCaller | null>;
  readAssistant(call: { token: string; ip: string }): Promise<AssistantCaller | null>;
  keyLimit: Limit;
};

/** Finds the caller of a bearer token on each call; null for a token that does not work. */
export function callerFinder({ readKey, readAssistant, keyLimit }: Tokens): CallerFinder {
  return async (call) => {
    const assistant = await readAssistant(call);
    if (assistant) {
      const { actor, scopes, clientName: client } = assistant;
      const limit = { ...keyLimit, name: 'assistant' };
      const member = { actor, kind: 'member', organisationId: null } as const;
      return { ...member, scopes, possibleScopes: assistantScopes, client, limit, limitKey: `${actor.userId}` };
    }
    const key = await readKey(call);
    if (!key) return null;
    const { actor, kind, organisationId, scopes, name, keyId } = key;
    const possibleScopes = scopesOf(kind);
    return { actor, kind, organisationId, scopes, possibleScopes, client: name, limit: keyLimit, limitKey: `${keyId}` };
  };
}
