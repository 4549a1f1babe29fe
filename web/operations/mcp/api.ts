import { queryOptions } from '@tanstack/react-query';
import { listAssistantCalls } from '#contract/operations/mcp.endpoints.ts';
import { call } from '#web/platform/api.ts';

/** Query of the last calls of assistants for the member (MCP-05). */
export const assistantCallsQuery = queryOptions({
  queryKey: [listAssistantCalls.path],
  queryFn: () => call(listAssistantCalls, { query: {} }),
});
