import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/catalogue/products.endpoints.ts';
import type { AdminOnlineProduct, ProductForm } from '#contract/catalogue/products.ts';
import { generateToolToken, validateToolToken } from '#contract/learning/tools.endpoints.ts';
import type { ToolToken } from '#contract/learning/tools.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/errors.ts';
import { openTab } from '#web/platform/open-tab.ts';
import { queryOf } from '#web/platform/queries.ts';
import { toast } from '#web/platform/toast.ts';
import { addressIn, creationFailure } from './display.ts';

/** Query of every online product, fetched again on each visit. */
export const products = queryOptions({ ...queryOf(endpoints.listOnlineProducts), staleTime: 0 });

const productLists = [endpoints.listOnlineProducts, endpoints.getOnlineProduct];

export function useFetchProduct() {
  const client = useQueryClient();
  return async (id: number): Promise<AdminOnlineProduct> => {
    const found = (await client.fetchQuery(products)).find((product) => product.id === id);
    if (!found) throw new Error('This product has been deleted');
    return found;
  };
}

/** Creates a product, or saves the given one. Calls `onSaved` when the list contains the change. */
export const useSaveProduct = (product: AdminOnlineProduct | undefined, onSaved: () => void) =>
  useAction({
    send: (body: ProductForm) =>
      product
        ? call(endpoints.saveOnlineProduct, { params: { id: product.id }, body })
        : call(endpoints.createOnlineProduct, { body }),
    failed: product && 'Update Failed',
    isQuoted: true,
    done: (saved) => ({ title: product ? 'Product updated' : 'Product created', description: saved.name }),
    changed: productLists,
    onDone: onSaved,
    // More than the server's sentence (ADM-PROD-07).
    onFailed: (error) => product ?? tell('Creation Failed', creationFailure(error)),
  });

/** Deletes a product that no resource uses. */
export const useDeleteProduct = ({ id, name }: AdminOnlineProduct, onDeleted: () => void) =>
  useAction({
    send: () => call(endpoints.deleteOnlineProduct, { params: { id } }),
    failed: 'Deletion Failed',
    done: () => ({ title: 'Product deleted', description: name }),
    changed: productLists,
    onDone: onDeleted,
  });

type LinkedTool = { resourceId: number; onlineProductId: number };

/** Requests a token for a tool, like that of a member with access. */
export const tokenFor = (tool: LinkedTool): Promise<ToolToken> => call(generateToolToken, { body: tool });

/** Requests a new token for the tool; returns its claims and the URL that would be opened. */
export function useTestLaunch() {
  return useAction({
    send: async (tool: LinkedTool) => {
      const issued = await tokenFor(tool);
      return { ...issued, access: await call(validateToolToken, { body: { token: issued.token } }) };
    },
    failed: 'Token Generation Failed',
    otherwise: 'Failed to generate access token',
  });
}

/** Opens a tool as an administrator, without the landing page (ADM-RES-10, ADM-PROD-11). */
export function useAccessTool(findAddress: () => Promise<string | null>) {
  const opening = useAction({
    send: findAddress,
    onDone: (address) => {
      if (address === null) tell('Configuration Error', 'Tool URL not configured for this product');
      else if (!openTab(address)) tell('Error', 'Your browser blocked the new tab. Allow it, then try again.');
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError)) tell('Error', 'Failed to access tool');
      else if (error.serverMessage) tell('Token Generation Failed', error.serverMessage);
      else tell('Access Error', 'Failed to generate access token');
    },
  });
  return { open: () => opening.mutate(), isBusy: opening.isPending };
}

function tell(title: string, description: string): void {
  toast({ title, description, tone: 'destructive' });
}

/**
 * Returns the URL of a product's tool for an administrator, with a token if a resource uses the product; null without a
 * URL.
 */
export async function addressOfProduct({
  id,
  configuration,
  linkedResources: [resource],
}: AdminOnlineProduct): Promise<string | null> {
  const address = addressIn(configuration) || null;
  if (address === null || !resource) return address;
  const { toolAddress } = await tokenFor({ resourceId: resource.id, onlineProductId: id });
  return toolAddress;
}
