import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/commerce/promotions-admin.endpoints.ts';
import type { PromoCode, PromoColumn, PromoCsvQuery } from '#contract/commerce/promotions-admin.ts';
import type { PromoCodeForm, PromoCodePatch, PromoType } from '#contract/commerce/promotions-form.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';

export function promoCodes({ search, promoType, page }: { search?: string; promoType?: PromoType; page?: number }) {
  const query = { search, promoType, page, pageSize: listPageSize };
  return queryOptions({ ...pageQueryOf(endpoints.listPromoCodes, { query }), ...listOptions });
}

/** Returns the URL of the list of codes as a CSV file. */
export const promoCodesCsv = (query: Partial<PromoCsvQuery>, columns: ReadonlySet<PromoColumn>) =>
  addressOf(endpoints.downloadPromoCodes, { query: { ...query, columns: [...columns] } });

export function promoRedemptions(page: number) {
  const query = { page, pageSize: listPageSize };
  return queryOptions({ ...pageQueryOf(endpoints.listPromoRedemptions, { query }), ...listOptions });
}

export const promoPlans = queryOptions({ ...queryOf(endpoints.listPromoPlans), staleTime: 0 });

export const fetchPromoCode = (id: number) => call(endpoints.getPromoCode, { params: { id } });

/** Creates a code, or saves the given one. Calls `onSaved` when the list contains the change (ADM-PROMO-13). */
export const useSavePromoCode = (code: PromoCode | undefined, onSaved: () => void) =>
  useAction({
    send: (body: PromoCodeForm & Pick<PromoCodePatch, 'updatedAt'>) =>
      code
        ? call(endpoints.savePromoCode, { params: { id: code.id }, body })
        : call(endpoints.createPromoCode, { body }),
    failed: code ? 'Update Failed' : 'Creation Failed',
    isQuoted: true,
    done: (saved) => ({ title: code ? 'Promo code updated' : 'Promo code created', description: saved.code }),
    changed: [endpoints.listPromoCodes],
    onDone: onSaved,
  });

/** Activates or deactivates a code; sends only that field (ADM-PROMO-12). */
export const useSwitchPromoCode = ({ id, isActive }: PromoCode) =>
  useAction({
    send: () => call(endpoints.savePromoCode, { params: { id }, body: { isActive: !isActive } }),
    failed: 'Update Failed',
    done: (saved) => ({
      title: saved.isActive ? 'Promo code activated' : 'Promo code deactivated',
      description: saved.code,
    }),
    changed: [endpoints.listPromoCodes],
  });

/** Hides a code permanently. */
export const useDeletePromoCode = ({ id, code }: PromoCode, onDeleted: () => void) =>
  useAction({
    send: () => call(endpoints.deletePromoCode, { params: { id } }),
    failed: 'Deletion Failed',
    isQuoted: true,
    done: () => ({ title: 'Promo code deleted', description: code }),
    changed: [endpoints.listPromoCodes],
    onDone: onDeleted,
  });
