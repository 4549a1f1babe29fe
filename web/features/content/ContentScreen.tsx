import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/Card.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminPage } from '../accounts/AdminOnly.tsx';
import { contentState } from './api.ts';
import { NewVersion } from './NewVersion.tsx';
import { Versions } from './Versions.tsx';

/** The publisher's words and the assessment, in versions (CONTENT-03). */
export function ContentScreen() {
  return (
    <AdminPage
      title="Content"
      subtitle="What the portal calls principles, phases and roles, and what the readiness assessment asks."
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
