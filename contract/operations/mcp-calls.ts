import * as z from 'zod/mini';
import { NamedResource } from '../catalogue/catalogue.ts';

/** A call of an assistant (MCP-05); `calledAt` is ISO 8601 in UTC. */
export const AssistantCall = z.object({
  id: z.int(),
  calledAt: z.string(),
  /** Name of the key or the assistant. */
  client: z.string(),
  /** Title of the tool. */
  tool: z.string(),
  /** Null for calls without a resource, and when the caller cannot see it. */
  resource: z.nullable(NamedResource),
});
export type AssistantCall = z.infer<typeof AssistantCall>;
