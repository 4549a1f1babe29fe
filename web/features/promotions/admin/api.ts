import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/promotions-admin.endpoints.ts';
import type { PromoCode } from '#contract/promotions-admin.ts';
import type { PromoCodeForm, PromoCodePatch } from '#contract/promotions-form.ts';
import { call } from '../../../platform/api.ts';
import { pageQueryOf, refresh } from '../../../platform/queries.ts';
import { toast, toastFailure } from '../../../platform/toast.ts';
import type { PromoState } from './address.ts';

/** How many rows a page of codes or logs holds. */
export const promoPageSize = 20;

/** One page of the codes that the tab is narrowed to; the page before stays until it has come. */
export function promoCodes({ search, promoType, page }: Pick<PromoState, 'search' | 'promoType' | 'page'>) {
  const query = { search: search || undefined, promoType: promoType ?? undefined, page, pageSize: promoPageSize };
  return queryOptions({
    ...pageQueryOf(endpoints.listPromoCodes, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** One page of the usage logs. */
export function promoRedemptions(page: number) {
  return queryOptions({
    ...pageQueryOf(endpoints.listPromoRedemptions, { query: { page, pageSize: promoPageSize } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The code as it is now, asked for anew. */
export const fetchPromoCode = (id: number) => call(endpoints.getPromoCode, { params: { id } });

/** Creates a code, or saves the given one; `onSaved` is called when the list shows it (ADM-PROMO-13). */
export function useSavePromoCode(code: PromoCode | undefined, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PromoCodeForm & Pick<PromoCodePatch, 'updatedAt'>) =>
      code
        ? call(endpoints.savePromoCode, { params: { id: code.id }, body })
        : call(endpoints.createPromoCode, { body }),
    onSuccess: async (saved) => {
      await refresh(client, endpoints.listPromoCodes);
      toast({ title: code ? 'Promo code updated' : 'Promo code created', description: saved.code, tone: 'success' });
      onSaved();
    },
    onError: (error) => toastFailure(code ? 'Update Failed' : 'Creation Failed', error),
  });
}

/** Switches a code off, or on again; sends nothing but that (ADM-PROMO-12). */
export function useSwitchPromoCode({ id, isActive }: PromoCode) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.savePromoCode, { params: { id }, body: { isActive: !isActive } }),
    onSuccess: async (saved) => {
      await refresh(client, endpoints.listPromoCodes);
      const title = saved.isActive ? 'Promo code activated' : 'Promo code deactivated';
      toast({ title, description: saved.code, tone: 'success' });
    },
    onError: (error) => toastFailure('Update Failed', error),
  });
}

/** Hides a code for good. */
export function useDeletePromoCode({ id, code }: PromoCode, onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.deletePromoCode, { params: { id } }),
    onSuccess: async () => {
      await refresh(client, endpoints.listPromoCodes);
      toast({ title: 'Promo code deleted', description: code, tone: 'success' });
      onDeleted();
    },
    onError: (error) => toastFailure('Deletion Failed', error),
  });
}
