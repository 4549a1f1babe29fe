// This file is separate from the queries of api.ts, which the first page loads.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { getResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { markFinished } from '#contract/learning/progress.endpoints.ts';
import { openTool } from '#contract/learning/tools.endpoints.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { openTab } from '#web/platform/open-tab.ts';
import { useSingleMutation } from '#web/platform/single-mutation.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';
import { refreshProgress, refreshProgressSoon } from './api.ts';

/** Marks a resource as finished, or reverses that. */
export function useMarkFinished(id: number) {
  const client = useQueryClient();
  const marking = useMutation({
    mutationFn: (isFinished: boolean) => call(markFinished, { params: { id }, body: { isFinished } }),
    onSuccess: () => refreshProgress(client),
    onError: (error) => toastFailure('Update Failed', error, 'Your progress was not changed. Please try again.'),
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
  const opening = useSingleMutation({
    mutationFn: async (productId: number) => {
      const { hasAccess, reason } = await call(getResourceAccess, { params: { id } });
      if (!hasAccess) return { refusal: reason, blockedAddress: null };
      await call(getOnlineProduct, { params: { id: productId } });
      const address = addressOf(openTool, { params: { resourceId: id, onlineProductId: productId } });
      return { refusal: null, blockedAddress: openTab(address) ? null : address };
    },
    onSuccess: ({ refusal }) => {
      if (refusal === null) refreshProgressSoon(client);
      else toast({ title: 'Access Error', description: refusal, tone: 'destructive' });
    },
    onError: (error) => toastFailure('Access Error', error, 'Failed to access tool'),
  });

  function open() {
    if (onlineProductId !== null) opening.mutate(onlineProductId);
    else toast({ title: 'Error', description: 'Tool configuration not found', tone: 'destructive' });
  }

  return { open, isBusy: opening.isPending, blockedAddress: opening.data?.blockedAddress ?? null };
}
