// This file is separate from the queries of api.ts, which the first page loads.
import { useQueryClient } from '@tanstack/react-query';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { getResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { markFinished } from '#contract/learning/progress.endpoints.ts';
import { openTool } from '#contract/learning/tools.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { openTab } from '#web/platform/open-tab.ts';
import { toast } from '#web/platform/toast.ts';
import { progressLists, refreshProgressSoon } from './api.ts';

/** Marks a resource as finished, or reverses that. */
export function useMarkFinished(id: number) {
  const marking = useAction({
    send: (isFinished: boolean) => call(markFinished, { params: { id }, body: { isFinished } }),
    failed: 'Update Failed',
    otherwise: 'Your progress was not changed. Please try again.',
    changed: progressLists,
  });
  return { mark: marking.mutate, isBusy: marking.isPending };
}

type Tool = Pick<ResourceSummary, 'id' | 'onlineProductId'>;

/**
 * Opens the online tool of a row by its direct-access link (TOOL-07). Checks the access first, because the new tab
 * would show a rejection as plain text.
 */
export function useDirectAccess({ id, onlineProductId }: Tool) {
  const client = useQueryClient();
  const opening = useAction({
    send: async (productId: number) => {
      const { hasAccess, reason } = await call(getResourceAccess, { params: { id } });
      if (!hasAccess) return { refusal: reason, blockedAddress: null };
      await call(getOnlineProduct, { params: { id: productId } });
      const address = addressOf(openTool, { params: { resourceId: id, onlineProductId: productId } });
      return { refusal: null, blockedAddress: openTab(address) ? null : address };
    },
    failed: 'Access Error',
    otherwise: 'Failed to access tool',
    done: ({ refusal }) =>
      refusal === null ? null : { title: 'Access Error', description: refusal, tone: 'destructive' },
    onDone: ({ refusal }) => refusal ?? refreshProgressSoon(client),
  });

  function open() {
    if (onlineProductId !== null) opening.mutate(onlineProductId);
    else toast({ title: 'Error', description: 'Tool configuration not found', tone: 'destructive' });
  }

  return { open, isBusy: opening.isPending, blockedAddress: opening.data?.blockedAddress ?? null };
}
