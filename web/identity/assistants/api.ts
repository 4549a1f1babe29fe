import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/identity/assistants.endpoints.ts';
import type { AssistantRequestQuery } from '#contract/identity/assistants.ts';
import * as admin from '#contract/identity/assistants-admin.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';

/** The member's assistants; never fresh, because they connect in other windows. */
export const assistantsQuery = queryOptions({ ...queryOf(endpoints.listAssistants), staleTime: 0 });

export const assistantClientsQuery = queryOptions({ ...queryOf(admin.listAssistantClients), staleTime: 0 });

/** The request of the page's URL. */
export const assistantRequestQuery = (query: AssistantRequestQuery) =>
  queryOf(endpoints.readAssistantRequest, { query });

export const useDisconnect = (id: number) =>
  useAction({
    send: () => call(endpoints.disconnectAssistant, { params: { id } }),
    failed: 'The assistant was not disconnected',
    done: () => ({ title: 'The assistant is disconnected' }),
    changed: [endpoints.listAssistants],
  });

export const useDisconnectForAll = (id: number) =>
  useAction({
    send: () => call(admin.disconnectAssistantClient, { params: { id } }),
    failed: 'The assistant was not disconnected',
    done: () => ({ title: 'The assistant is disconnected for all' }),
    changed: [admin.listAssistantClients],
  });
