import { useQuery } from '@tanstack/react-query';
import type { AdminOrganisationDetail } from '#contract/organisations-admin.ts';
import { LoadedTableCard } from '../../../admin/TableCard.tsx';
import { orderColumns } from '../OrdersPanel.tsx';
import { ordersOfQuery } from './api.ts';

/** What an organisation has bought; the latest 200 orders (ORG-07). */
export function OrdersCard({ id }: AdminOrganisationDetail) {
  return (
    <LoadedTableCard
      title="Orders"
      emptyText="Nothing was bought yet."
      query={useQuery(ordersOfQuery(id))}
      columns={orderColumns}
      rowKey={(order) => order.id}
    />
  );
}
