import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { adminCheckQuery } from '#web/learning/checks/admin/api.ts';
import { CheckEditor } from '#web/learning/checks/admin/CheckEditor.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { EditorSections } from './EditorSections.tsx';
import { failedEditor, LoadingEditor } from './LoadingEditor.tsx';

/** Section with the resource's knowledge check, which has a draft of its own (CHECK-03). */
export function CheckSection() {
  const { id } = useParams({ from: '/members/admin-dashboard/resources/$id/edit' });
  const query = useQuery(adminCheckQuery(Number(id)));
  return (
    <Loaded
      // The fields begin with the draft that is saved now, and a later response does not change them.
      query={query.isFetchedAfterMount ? query : { ...query, data: undefined, isPending: true }}
      skeleton={<LoadingEditor />}
      failure="The check did not load"
      safe="The resource may have been deleted. Nothing was changed."
      frame={failedEditor}
    >
      {(check) => (
        <CheckEditor
          key={check.resourceId}
          opened={check}
          sections={<EditorSections id={check.resourceId} current="check" />}
        />
      )}
    </Loaded>
  );
}
