import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { News } from '#contract/operations/notifications.ts';
import { dense } from '#web/admin/dense.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { OpenButton } from '#web/admin/OpenButton.tsx';
import { SettingsSections } from '#web/admin/SectionLinks.tsx';
import { dateAndTime } from '#web/dates.ts';
import { AdminPage } from '#web/identity/accounts/AdminOnly.tsx';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { newsQuery } from '../api.ts';
import { newsList } from '../display.ts';

const newsDialog = lazyDialog(async () => (await import('./NewsDialog.tsx')).NewsDialog);

/** Screen with the sent product news, and the dialog that sends more (NEWS-01, NEWS-02). */
export function NewsScreen() {
  return (
    <AdminPage
      title="Product news"
      subtitle="An email to the members who have Marketing Emails on."
      sections={<SettingsSections active="news" />}
    >
      <SentNews />
    </AdminPage>
  );
}

function SentNews() {
  const list = useList(newsList);
  return (
    <div className="flex flex-col gap-5">
      <div>
        <OpenButton dialog={newsDialog}>
          <Plus size={18} />
          Write news
        </OpenButton>
      </div>
      <ListPanel
        list={list}
        query={useQuery(newsQuery(list.state.page))}
        noun={['email', 'emails']}
        failure="Failed to fetch product news"
        none={{ title: 'No product news yet', description: 'The news you send is listed here.' }}
        noMatch={{ title: 'No product news found', description: 'Show all of them.' }}
      >
        {(items) => (
          <DataTable dense={dense} caption="Product news" columns={columns} rows={items} rowKey={({ id }) => id} />
        )}
      </ListPanel>
    </div>
  );
}

const columns: DataTableColumn<News>[] = [
  {
    key: 'subject',
    header: 'Subject',
    kind: 'subject',
    text: ({ subject }) => subject,
    cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ isFinished }) => (
      <Badge tone={isFinished ? 'success' : 'warning'}>{isFinished ? 'Sent' : 'Being sent'}</Badge>
    ),
  },
  {
    key: 'members',
    header: 'Members',
    align: 'end',
    cell: ({ recipientCount }) => recipientCount.toLocaleString('en-GB'),
  },
  { key: 'by', header: 'Sent by', cell: ({ sentBy }) => <span translate="no">{sentBy ?? '–'}</span> },
  {
    key: 'at',
    header: 'Sent on',
    cell: ({ createdAt }) => <span className="tabular-nums">{dateAndTime(createdAt)}</span>,
  },
];
