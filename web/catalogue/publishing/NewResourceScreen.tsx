import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AdminOnly } from '#web/identity/accounts/AdminOnly.tsx';
import { lazyPart } from '#web/platform/screen.ts';
import { newResourceSearch } from './editor-display.ts';
import { LoadingEditor } from './LoadingEditor.tsx';

const ResourceEditor = lazyPart(async () => (await import('./ResourceEditor.tsx')).NewResourceEditor);

/** Page for a new resource of the chosen type (ADM-RES-18). */
export function NewResourceScreen() {
  const { type } = newResourceSearch.read(useSearch({ from: '/members/admin-dashboard/resources/new' }));
  return (
    <AdminOnly>
      <Suspense fallback={<LoadingEditor />}>
        <ResourceEditor key={type} type={type} />
      </Suspense>
    </AdminOnly>
  );
}
