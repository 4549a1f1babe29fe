import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AdminOnly } from '#web/identity/accounts/AdminOnly.tsx';
import { lazyPart } from '#web/platform/screen.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { adminResource } from './api.ts';
import { failedEditor, LoadingEditor } from './LoadingEditor.tsx';

const ResourceEditor = lazyPart(async () => (await import('./ResourceEditor.tsx')).SavedResourceEditor);

const CheckSection = lazyPart(async () => (await import('./CheckSection.tsx')).CheckSection);

/** Page on which administrators edit a resource (ADM-RES-18). */
export function EditResourceScreen() {
  return (
    <AdminOnly>
      <Section />
    </AdminOnly>
  );
}

function Section() {
  const { section } = useSearch({ from: '/members/admin-dashboard/resources/$id/edit' });
  if (section !== 'check') return <LoadedEditor />;
  return (
    <Suspense fallback={<LoadingEditor />}>
      <CheckSection />
    </Suspense>
  );
}

function LoadedEditor() {
  const { id } = useParams({ from: '/members/admin-dashboard/resources/$id/edit' });
  const query = useQuery(adminResource(Number(id)));
  return (
    <Loaded
      // The form begins with the values that are saved now, and a later response does not change it.
      query={query.isFetchedAfterMount ? query : { ...query, data: undefined, isPending: true }}
      skeleton={<LoadingEditor />}
      failure="The resource did not load"
      safe="It may have been deleted. Nothing was changed."
      frame={failedEditor}
    >
      {(resource) => (
        <Suspense fallback={<LoadingEditor />}>
          <ResourceEditor key={resource.id} resource={resource} />
        </Suspense>
      )}
    </Loaded>
  );
}
