import type { AssistantCall } from '#contract/operations/mcp-calls.ts';
import { mcpTools, type ToolName } from '#contract/operations/mcp-tools.ts';
import type { PageQuery } from '#contract/text.ts';
import { listAccessTerms, listEditions } from '#server/catalogue/catalogue/actions.ts';
import { decideVisible } from '#server/commerce/access/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
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

/** Page size when the query names none. */
const usualPage = 20;

/** Lists the calls of assistants for the caller, the newest first, with their number. */
export async function listCalls(
  ctx: MemberContext,
  { page = 1, pageSize = usualPage }: PageQuery,
): Promise<{ calls: AssistantCall[]; total: number }> {
  const { userId } = ctx.actor;
  const rows = await store.listCalls(ctx.db, userId, { limit: pageSize, offset: (page - 1) * pageSize });
  const named = await nameVisible(
    ctx,
    rows.flatMap(({ resource_id }) => resource_id ?? []),
  );
  const calls = rows.map(({ id, tool, client, called_at, resource_id }) => ({
    id,
    client,
    calledAt: called_at.toISOString(),
    tool: new Map<string, { title: string }>(Object.entries(mcpTools)).get(tool)?.title ?? tool,
    resource: (resource_id !== null && named.get(resource_id)) || null,
  }));
  return { calls, total: await store.countCalls(ctx.db, userId) };
}

/** Returns the titles of the resources that the caller can see, because an assistant may have asked for others. */
async function nameVisible(ctx: MemberContext, ids: readonly number[]) {
  const visible = await decideVisible(ctx, await listAccessTerms(ctx, ids));
  const editions = await listEditions(
    ctx,
    visible.map(({ id }) => id),
  );
  return new Map(editions.map(({ id, title }) => [id, { id, title }]));
}

export function forgetOldCalls(ctx: Context): Promise<void> {
  return store.deleteOldCalls(ctx.db);
}
