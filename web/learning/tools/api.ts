import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { startSession } from '#contract/learning/progress.endpoints.ts';
import { findTool, generateToolToken, validateToolToken } from '#contract/learning/tools.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { today } from '#web/platform/clock.ts';
import { openTab } from '#web/platform/open-tab.ts';
import { queryOf } from '#web/platform/queries.ts';
import { toast } from '#web/platform/toast.ts';
import { refreshProgress } from '../library/api.ts';

/** Query of the tool with this slug; a 404 for one that the member may not know. */
export const toolQuery = (slug: string) => queryOf(findTool, { params: { slug } });

/** Pause between the token and the tab of a tool (TOOL-03). */
const openingMilliseconds = 500;

/** Query of a token's access, and of the tool's saved data; fetched by each page that opens. */
export const toolAccessQuery = (token: string) =>
  queryOptions({
    queryKey: [validateToolToken.path, token],
    queryFn: ({ signal }) => call(validateToolToken, { body: { token }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

type Tool = Pick<Resource, 'id' | 'onlineProductId'>;

/**
 * Opens the online tool of a resource in a new tab and records it (TOOL-01 to TOOL-09). `blockedAddress` is the tool's
 * URL when the browser blocked its tab.
 */
export function useOpenTool({ id, onlineProductId }: Tool) {
  const client = useQueryClient();

  async function record() {
    try {
      await call(startSession, { body: { resourceId: id, sessionData: { startTime: today().toISOString() } } });
      await refreshProgress(client);
    } catch (error) {
      // The tool opens anyway (TOOL-06).
      console.warn('The progress session was not recorded.', error);
    }
  }

  const opening = useAction({
    send: async (productId: number) => {
      const { address } = await call(generateToolToken, { body: { resourceId: id, onlineProductId: productId } });
      toast({ title: 'Tool Access', description: 'Opening tool in new tab...', tone: 'success' });
      void record();
      await new Promise((resolve) => setTimeout(resolve, openingMilliseconds));
      return { blockedAddress: openTab(address) ? null : address };
    },
    failed: 'Access Error',
    otherwise: 'Failed to access tool',
  });

  function open() {
    if (onlineProductId !== null) opening.mutate(onlineProductId);
    else toast({ title: 'Error', description: 'Tool configuration not found', tone: 'destructive' });
  }

  return { open, isBusy: opening.isPending, blockedAddress: opening.data?.blockedAddress ?? null };
}
