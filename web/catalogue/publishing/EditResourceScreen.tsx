import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AdminOnly } from '../../identity/accounts/AdminOnly.tsx';
import { adminCheckQuery } from '../../learning/checks/admin/api.ts';
import { lazyPart } from '../../platform/screen.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { adminResource } from './api.ts';
import { EditorSections } from './EditorSections.tsx';
import { LoadingEditor } from './LoadingEditor.tsx';

const ResourceEditor = lazyPart(async () => (await import('./ResourceEditor.tsx')).SavedResourceEditor);

const CheckEditor = lazyPart(async () => (await import('../../learning/checks/admin/CheckEditor.tsx')).CheckEditor);

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
  return section === 'check' ? <LoadedCheck /> : <LoadedEditor />;
}

/** Section with the resource's knowledge check, which has a draft of its own (CHECK-03). */
function LoadedCheck() {
  const { id } = useParams({ from: '/members/admin-dashboard/resources/$id/edit' });
  const query = useQuery(adminCheckQuery(Number(id)));
  return (
    <Loaded
      // The fields begin with the draft that is saved now, and a later response does not change them.
      query={query.isFetchedAfterMount ? query : { ...query, data: undefined, isPending: true }}
      skeleton={<LoadingEditor />}
      failure="The check did not load"
      safe="The resource may have been deleted. Nothing was changed."
    >
      {(check) => (
        <Suspense fallback={<LoadingEditor />}>
          <CheckEditor
            key={check.resourceId}
            opened={check}
            sections={<EditorSections id={check.resourceId} current="check" />}
          />
        </Suspense>
      )}
    </Loaded>
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
    >
      {(resource) => (
        <Suspense fallback={<LoadingEditor />}>
          <ResourceEditor key={resource.id} resource={resource} />
        </Suspense>
      )}
    </Loaded>
  );
}
