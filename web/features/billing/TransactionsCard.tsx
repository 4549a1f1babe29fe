import { Check, Clock, Download, RotateCcw } from 'lucide-react';
import type { Billing, Transaction } from '#contract/billing.ts';
import { formatMoney } from '#contract/money.ts';
import { shortDate } from '../../dates.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { useExport } from './api.ts';
import { exportedOf, statusOf, typeName } from './display.ts';

/** Every payment and refund, and the way to have them in a spreadsheet (BILL-07). */
export function TransactionsCard({ billing }: { billing: Billing }) {
  const { transactions } = billing;
  const exporting = useExport(billing);
  const isEmpty = exportedOf(billing).length === 0;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex items-center justify-between gap-4 px-5 pt-5 pb-3 lg:px-6">
        <h2>Transaction History</h2>
        <Button
          variant="outline"
          size="small"
          unavailableReason={isEmpty ? 'There are no transactions to export yet.' : undefined}
          onClick={() => exporting.mutate()}
        >
          <Download size={16} />
          Export CSV
        </Button>
      </div>
      {transactions.length === 0 ? (
        <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">
          No transactions yet. What you buy appears here with its receipt.
        </p>
      ) : (
        <DataTable caption="Transaction History" columns={columns} rows={transactions} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}

const columns: DataTableColumn<Transaction>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => <Fixed>{shortDate(date)}</Fixed> },
  { key: 'type', header: 'Type', cell: (line) => <Fixed>{typeName(line)}</Fixed> },
  {
    key: 'description',
    header: 'Description',
    kind: 'subject',
    cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
  },
  { key: 'status', header: 'Status', cell: (line) => <StatusBadge line={line} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, currency }) => (
      <span className="font-semibold whitespace-nowrap tabular-nums">{formatMoney(amount, currency)}</span>
    ),
  },
];

function Fixed({ children }: { children: string }) {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>;
}

function StatusBadge({ line }: { line: Transaction }) {
  const { label, tone } = statusOf(line);
  const Icon = label === 'Paid' ? Check : label === 'Free Trial' || label === 'Pending' ? Clock : RotateCcw;
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {label}
    </Badge>
  );
}
