import { useQuery } from '@tanstack/react-query';
import { Download, History } from 'lucide-react';
import { useState } from 'react';
import type { ContentState, ContentVersion } from '#contract/catalogue/content-admin.ts';
import { SettingsSections } from '#web/admin/SectionLinks.tsx';
import { TableCard } from '#web/admin/TableCard.tsx';
import { dateAndTime } from '#web/dates.ts';
import { AdminPage } from '#web/identity/accounts/AdminOnly.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { DataTableColumn } from '#web/ui/DataTable.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { contentState, useContentDownload, usePublishContent } from './api.ts';
import { nextVersion } from './display.ts';
import { NewVersion } from './NewVersion.tsx';

/** Screen with the publisher's words and the assessment, in versions (CONTENT-03). */
export function ContentScreen() {
  return (
    <AdminPage
      title="Content"
      subtitle="What the portal calls principles, phases and roles, and what the readiness assessment asks."
      sections={<SettingsSections active="content" />}
    >
      <ContentPanel />
    </AdminPage>
  );
}

function ContentPanel() {
  const query = useQuery(contentState);
  return (
    <Loaded
      query={query}
      skeleton={<LoadingPanel />}
      failure="The content did not load"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(state) => (
        <div className="flex flex-col gap-6">
          <NewVersion state={state} />
          <Versions state={state} />
        </div>
      )}
    </Loaded>
  );
}

function LoadingPanel() {
  return (
    <Card role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the content</span>
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-4 w-96 max-w-full" />
      <Skeleton className="h-20 w-full" />
    </Card>
  );
}

/** Table of the versions. Each can be downloaded, and older ones can be published again. */
function Versions({ state }: { state: ContentState }) {
  const [asked, setAsked] = useState<string | null>(null);
  const downloading = useContentDownload();
  const publishing = usePublishContent(() => setAsked(null));
  const columns: DataTableColumn<ContentVersion>[] = [
    {
      key: 'version',
      header: 'Version',
      kind: 'subject',
      cell: ({ version }) => (
        <span className="flex flex-wrap items-center gap-2">
          Version {version}
          {version === state.current ? <Badge tone="success">Published now</Badge> : null}
        </span>
      ),
    },
    {
      key: 'published',
      header: 'Published',
      cell: ({ publishedAt }) => (publishedAt === null ? 'Came with the product' : dateAndTime(publishedAt)),
    },
    {
      key: 'by',
      header: 'By',
      cell: ({ publishedBy }) => (publishedBy === null ? 'The product' : <span translate="no">{publishedBy}</span>),
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: ({ version }) => (
        <>
          <Button variant="ghost" size="small" onClick={() => downloading.mutate(version)}>
            <Download size={16} />
            Download<span className="sr-only"> version {version}</span>
          </Button>
          {version === state.current ? null : (
            <Button variant="ghost" size="small" onClick={() => setAsked(version)}>
              <History size={16} />
              Publish again<span className="sr-only"> version {version}</span>
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <TableCard title="Versions" columns={columns} rows={state.versions} rowKey={({ version }) => version} />
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={`Publish version ${asked} again?`}
        description={`It becomes version ${nextVersion(state.current)}, which every member and visitor sees at once.`}
        confirmLabel="Publish again"
        tone="primary"
        isBusy={publishing.isPending}
        onConfirm={() =>
          asked !== null &&
          publishing.mutate({ version: asked, current: state.current }, { onSuccess: () => setAsked(null) })
        }
      />
    </>
  );
}
