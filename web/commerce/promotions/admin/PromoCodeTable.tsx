import { useQuery } from '@tanstack/react-query';
import { CalendarX, CircleCheck, CircleSlash, Hourglass, Pencil, Power, PowerOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PromoCode, PromoColumn } from '#contract/commerce/promotions-admin.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import { dense } from '#web/admin/dense.ts';
import { shownColumns } from '#web/admin/ListTools.tsx';
import { RowButton } from '#web/admin/RowButton.tsx';
import { onlineProducts } from '#web/catalogue/publishing/api.ts';
import { shortDate } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { DataTable, type DataTableColumn, NoValue } from '#web/ui/DataTable.tsx';
import { focusHeading } from '#web/ui/PageHeading.tsx';
import { useDeletePromoCode, useSwitchPromoCode } from './api.ts';
import { giftText, promoColumnNames, stateOf, usesText } from './display.ts';
import { promoTypeNames } from './list-display.ts';

const states: Record<ReturnType<typeof stateOf>, { tone: BadgeTone; name: string; Icon: typeof CircleCheck }> = {
  active: { tone: 'success', name: 'Active', Icon: CircleCheck },
  inactive: { tone: 'neutral', name: 'Inactive', Icon: CircleSlash },
  expired: { tone: 'warning', name: 'Expired', Icon: CalendarX },
  'used-up': { tone: 'warning', name: 'Used up', Icon: Hourglass },
};

type PromoCodeTableProps = {
  codes: readonly PromoCode[];
  /** Time at which the codes were fetched, in milliseconds. Codes that had expired by then are shown as expired. */
  now: number;
  shown: ReadonlySet<PromoColumn>;
};

export function PromoCodeTable({ codes, now, shown }: PromoCodeTableProps) {
  const { currency } = usePortalConfig();
  const { data: products = [] } = useQuery(onlineProducts);
  const productsOf = ({ mappedProducts }: PromoCode) =>
    products
      .filter(({ id }) => mappedProducts.includes(id))
      .map(({ name }) => name)
      .join(', ');
  const columns: DataTableColumn<PromoCode>[] = [
    {
      key: 'code',
      header: 'Code',
      kind: 'subject',
      text: ({ code }) => code,
      cell: (code) => <CodeName code={code} />,
    },
    {
      key: 'description',
      header: promoColumnNames.description,
      isWide: true,
      text: ({ description }) => description ?? '',
      cell: ({ description }) => description ?? <NoValue />,
    },
    { key: 'type', header: promoColumnNames.type, cell: ({ promoType }) => promoTypeNames[promoType] },
    {
      key: 'gift',
      header: promoColumnNames.gift,
      text: (code) => giftText(code, currency),
      cell: (code) => (
        <span className="flex flex-col wide:inline">
          {giftText(code, currency)}
          <span className="text-xs text-muted-foreground wide:hidden">{productsOf(code)}</span>
        </span>
      ),
    },
    { key: 'products', header: promoColumnNames.products, isWide: true, text: productsOf, cell: productsOf },
    { key: 'used', header: promoColumnNames.used, cell: (code) => <Figure>{usesText(code)}</Figure> },
    {
      key: 'expires',
      header: promoColumnNames.expires,
      cell: ({ expiresAt }) => <Figure>{expiresAt ? shortDate(expiresAt) : '–'}</Figure>,
    },
    { key: 'state', header: promoColumnNames.state, cell: (code) => <State state={stateOf(code, now)} /> },
    { key: 'actions', header: 'Actions', kind: 'actions', cell: (code) => <PromoCodeActions code={code} /> },
  ];
  return (
    <DataTable
      dense={dense}
      caption="Promo codes"
      columns={shownColumns(columns, shown)}
      rows={codes}
      rowKey={({ id }) => id}
    />
  );
}

function CodeName({ code: { code, description } }: { code: PromoCode }) {
  return (
    <span className="flex flex-col wide:inline">
      <span translate="no" className="font-mono wrap-anywhere">
        {code}
      </span>
      {description ? (
        <span className="line-clamp-2 max-w-56 text-xs font-normal text-muted-foreground max-md:max-w-none wide:hidden">
          {description}
        </span>
      ) : null}
    </span>
  );
}

function Figure({ children }: { children: string }) {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>;
}

function State({ state }: { state: keyof typeof states }) {
  const { tone, name, Icon } = states[state];
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {name}
    </Badge>
  );
}

export const promoCodeDialog = lazyDialog(async () => (await import('./PromoCodeDialog.tsx')).PromoCodeDialog);

function PromoCodeActions({ code }: { code: PromoCode }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const deleting = useDeletePromoCode(code, focusHeading);
  const switching = useSwitchPromoCode(code);
  return (
    <>
      <RowButton
        label={code.isActive ? 'Deactivate' : 'Activate'}
        of={code.code}
        Icon={code.isActive ? PowerOff : Power}
        isBusy={switching.isPending}
        onClick={() => switching.mutate()}
      />
      <RowButton
        {...promoCodeDialog.near}
        label="Edit"
        of={code.code}
        Icon={Pencil}
        onClick={() => setIsEditing(true)}
      />
      <RowButton
        variant="destructive-ghost"
        label="Delete"
        of={code.code}
        Icon={Trash2}
        onClick={() => setIsDeleting(true)}
      />
      {isEditing ? <promoCodeDialog.Dialog code={code} onClose={() => setIsEditing(false)} /> : null}
      {isDeleting ? (
        <DeleteDialog
          name={code.code}
          description={
            code.usedCount > 0
              ? 'Members can no longer redeem it. Past redemptions stay in the usage logs, and their subscriptions continue.'
              : 'Members can no longer redeem it.'
          }
          deleting={deleting}
          onClose={() => setIsDeleting(false)}
        />
      ) : null}
    </>
  );
}
