import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '#contract/money.ts';
import type { AnalyticsQuery, AnalyticsRow, Figure } from '#contract/operations/analytics.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { shortDate } from '#web/dates.ts';
import { AdminPage } from '#web/identity/accounts/AdminOnly.tsx';
import { today } from '#web/platform/clock.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { setting } from '#web/platform/search.ts';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { rowsQuery } from './api.ts';
import { figureNames } from './figure-display.ts';
import { figureSearch } from './figure-search-display.ts';
import { noteText, placeName } from './kept-display.ts';
import { readRange } from './range-display.ts';

const figureOf = setting(keysOf(figureNames), 'one-off');

/** Screen with the payments or changes behind a figure of the analytics. */
export function FigureScreen() {
  const list = useList(figureSearch);
  const { resourceId, country, page } = list.state;
  const figure = figureOf([list.state.figure]);
  const of = { resourceId: resourceId ?? undefined, country: country || undefined };
  const range = readRange(list.state, today());
  const { currency } = usePortalConfig();
  const nothing = { title: 'Nothing in these days', description: 'No payments or changes were recorded.' };
  return (
    <AdminPage
      title={figureNames[figure]}
      subtitle={[country && placeName({ country: country === 'none' ? null : country }), daysText(range)]
        .filter(Boolean)
        .join(', ')}
    >
      <ListPanel
        list={list}
        query={useQuery(rowsQuery({ ...range, figure, ...of, page }))}
        noun={['row', 'rows']}
        none={nothing}
        noMatch={nothing}
      >
        {(items) => (
          <DataTable
            caption={figureNames[figure]}
            columns={columnsOf(figure, currency)}
            rows={items}
            rowKey={({ id }) => id}
          />
        )}
      </ListPanel>
    </AdminPage>
  );
}

const daysText = ({ from, to }: AnalyticsQuery) => `${shortDate(from)} to ${shortDate(to)}, in UTC`;

const noted: readonly Figure[] = ['cancellation', 'stayed', 'dispute', 'fee'];

/** Only the figures in `noted` have notes. */
const columnsOf = (figure: Figure, currency: string) =>
  columnsIn(currency, figure === 'fee' ? 'For' : 'Reason').filter(
    ({ key }) => key !== 'note' || noted.includes(figure),
  );

const columnsIn = (currency: string, noteHeader: string): DataTableColumn<AnalyticsRow>[] => [
  {
    key: 'member',
    header: 'Member',
    kind: 'subject',
    cell: ({ memberName, memberEmail }) => (
      <span className="flex flex-col">
        <span translate="no">{memberName}</span>
        <span
          translate={memberEmail === null ? undefined : 'no'}
          className="text-xs font-normal wrap-anywhere text-muted-foreground"
        >
          {memberEmail ?? 'Account deleted'}
        </span>
      </span>
    ),
  },
  { key: 'day', header: 'Day', cell: ({ day }) => <span className="tabular-nums">{shortDate(day)}</span> },
  { key: 'resource', header: 'Resource', cell: ({ resourceTitle }) => resourceTitle ?? '–' },
  { key: 'note', header: noteHeader, cell: ({ note }) => <span className="wrap-anywhere">{noteText(note)}</span> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => <span className="tabular-nums">{formatMoney(amount, currency)}</span>,
  },
];
