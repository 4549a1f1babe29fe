import type { ToolName } from '#contract/operations/mcp-tools.ts';
import type { Context } from '#server/platform/context.ts';
import type { McpCaller } from './caller-actions.ts';
import * as store from './store.ts';

/** Records a call in the member's activity: tool, resource and client, never a text (MCP-05). */
export function recordCall(
  ctx: Context,
  { actor, client }: McpCaller,
  { tool, resourceId }: { tool: ToolName; resourceId: number | null },
): Promise<void> {
  return store.insertCall(ctx.db, { userId: actor.userId, tool, resourceId, client });
}

export function forgetOldCalls(ctx: Context): Promise<void> {
  return store.deleteOldCalls(ctx.db);
}
