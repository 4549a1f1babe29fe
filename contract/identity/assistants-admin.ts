import * as z from 'zod/mini';
import { scopeNames } from '../scopes.ts';

/** Maximum number of assistants in the list of administrators, and in that of a member. */
export const maxListedClients = 200;

/** An assistant that members connected. */
export const AssistantClient = z.object({
  id: z.int(),
  name: z.string(),
  /**
   * Host of the document that describes the client; null for one that registered itself, whose name is not verified.
   */
  host: z.nullable(z.string()),
  /** Number of members who connected it. */
  members: z.int(),
  /** Scopes that at least one member allowed it. */
  scopes: z.array(z.enum(scopeNames)),
  /** The day of the last call, in UTC; null before the first. */
  lastUsedOn: z.nullable(z.string()),
});
export type AssistantClient = z.infer<typeof AssistantClient>;
