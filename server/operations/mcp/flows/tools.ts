import { requireScopes, type McpServer as Server, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { errors } from '#contract/errors.ts';
import { mcpTools, type ToolInput, type ToolName, type ToolOutput, toolNames } from '#contract/operations/mcp-tools.ts';
import { type Scope, scopes } from '#contract/scopes.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { isOutOfRoom } from '#server/platform/database/db.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { recordCall } from '../call-actions.ts';
import type { McpCaller } from '../caller-actions.ts';
import * as catalogue from '../catalogue-actions.ts';
import * as member from '../member-actions.ts';
import * as owner from '../owner-actions.ts';
import { isForAdministrators, mostBytes, resourceIn, toolCallIn, toolsOf } from '../rules.ts';
import { fetchForChat, type ReadingDeps, readResource } from './read.ts';

export type ToolDeps = ReadingDeps & member.MemberDeps & owner.OwnerDeps & { warn(error: unknown): void };

type Call = {
  ctx: MemberFlowContext;
  caller: McpCaller;
  deps: ToolDeps;
  /** Whether the call is in the activity already. */
  isRecorded: boolean;
};

type Handler<Name extends ToolName> = (input: ToolInput<Name>, call: Call) => Promise<ToolOutput<Name>>;

const handlers: { [Name in ToolName]: Handler<Name> } = {
  search_catalogue: (input, { ctx, deps }) => catalogue.searchCatalogue(ctx, input, deps),
  search: (input, { ctx, deps }) => catalogue.searchForChat(ctx, input, deps),
  get_resource: (input, { ctx, deps }) => catalogue.describeResource(ctx, input, deps),
  read_resource: (input, { ctx, deps }) => readResource(ctx, input, deps),
  fetch: (input, { ctx, deps }) => fetchForChat(ctx, input, deps),
  list_library: (input, { ctx, deps }) => member.showLibrary(ctx, input, deps),
  get_plan: (input, { ctx, deps }) => member.showPlan(ctx, input, deps),
  list_assignments: (input, { ctx, deps }) => member.showAssignments(ctx, input, deps),
  explain_access: (input, { ctx, deps }) => catalogue.explainAccess(ctx, input, deps),
  mark_finished: (input, { ctx, deps }) => ctx.transaction((inner) => member.markFinished(inner, input, deps)),
  tick_action: (input, { ctx, deps }) => ctx.transaction((inner) => member.tick(inner, input, deps)),
  organisation_summary: (input, { ctx, caller, deps }) => owner.summariseOrganisation(ctx, caller, input, deps),
  find_member: (input, { ctx }) => owner.findMembers(ctx, input),
  explain_member_access: (input, { ctx, deps }) => owner.explainMemberAccess(ctx, input, deps),
  list_failed_jobs: (input, { ctx, deps }) => owner.showFailedJobs(ctx, input, deps),
};

/** Stops the start when a tool names no scope, or one that does not exist (MCP-01). */
export function checkTools(): void {
  const wrong = toolNames.find((name) => {
    const named: readonly string[] = mcpTools[name].scopes;
    return named.length === 0 || named.some((scope) => !(scope in scopes));
  });
  if (wrong) throw new Error(`The tool ${wrong} names no scope (MCP-01).`);
}

type Described = StandardSchemaWithJSON<unknown, unknown>;

/** Adds the JSON schema to a schema of zod/mini, which has none; made once, because each call builds a server. */
function described(schema: z.ZodMiniType, io: 'input' | 'output'): Described {
  const json = z.toJSONSchema(schema, { io }) as Record<string, unknown>;
  const standard = { ...schema['~standard'], jsonSchema: { input: () => json, output: () => json } };
  // Safe cast, because this is the interface of Standard Schema with JSON Schema.
  return { '~standard': standard } as unknown as Described;
}

const listed = toolNames.map((name) => {
  const tool = mcpTools[name];
  const needed: readonly [Scope, ...Scope[]] = tool.scopes;
  const writes = 'writes' in tool;
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: described(tool.input, 'input'),
    outputSchema: described(tool.output, 'output'),
    annotations: { readOnlyHint: !writes, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    scopeChallenge: requireScopes(...needed),
  };
});

/** Adds the tools of the caller's kind to a server, which answers one message. */
export function addTools(server: Server, call: Call): void {
  const offered = toolsOf(call.caller.possibleScopes);
  for (const { name, ...config } of listed.filter((tool) => offered.includes(tool.name))) {
    server.registerTool(name, config, (input: unknown) => run(name, input, call));
  }
}

/**
 * Records the call of a message before it is checked, so that the activity has calls with bad input and without the
 * scope too (MCP-05). A caller that makes too many has been rejected before (APIKEY-06).
 * @returns false for other messages, and while nothing can be stored
 */
export async function recordAsked(ctx: MemberFlowContext, caller: McpCaller, message: unknown): Promise<boolean> {
  const asked = toolCallIn(message);
  if (asked === null) return false;
  try {
    await recordCall(ctx, caller, asked);
    return true;
  } catch (error) {
    // The tool itself then says that nothing can be stored.
    if (!isOutOfRoom(error)) throw error;
    return false;
  }
}

/** Runs a tool. Errors become results with the portal's sentence and nothing else. */
async function run(name: ToolName, input: unknown, call: Call) {
  try {
    const result = await runTool(name, input, call);
    const text = JSON.stringify(result);
    const answered = { content: [{ type: 'text' as const, text }], structuredContent: result };
    if (Buffer.byteLength(JSON.stringify(answered)) > mostBytes) throw new Error(`The answer of ${name} is too large`);
    return answered;
  } catch (error) {
    if (!(error instanceof Failure)) call.deps.warn(error);
    const text =
      error instanceof Failure
        ? error.message
        : errors[isOutOfRoom(error) ? 'request.storage-full' : 'request.failed'].message;
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

async function runTool(name: ToolName, input: unknown, call: Call): Promise<Record<string, unknown>> {
  const { actor } = call.ctx;
  if (!call.isRecorded)
    await recordCall(call.ctx, call.caller, { tool: name, resourceId: resourceIn(input as object) });
  if (isForAdministrators(name) && actor.role !== 'administrator') {
    throw fail(actor.lacksPasskey ? 'accounts.passkey-required' : 'accounts.administrator-required');
  }
  // Safe casts, because the server has checked the input against the schema of this tool.
  const handler = handlers[name] as Handler<ToolName>;
  const result = await handler(input as ToolInput<ToolName>, call);
  return z.parse(mcpTools[name].output as z.ZodMiniType<Record<string, unknown>>, result);
}
