import { Copy, Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { AdminResource } from '#contract/publishing.ts';
import { focusHeading } from '../../admin/DeleteDialog.tsx';
import { lazyDialog } from '../../admin/lazy-dialog.tsx';
import { paths } from '../../paths.ts';
import { renderLink, useGo } from '../../platform/link.tsx';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LazyMenu } from '../../ui/LazyMenu.tsx';
import type { MenuItem } from '../../ui/menu-items.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { AccessResourceTool } from '../products/AccessToolAction.tsx';
import { useDeleteResource, useDuplicateResource, usePublishResource } from './api.ts';
import { rowClasses } from './row-classes.ts';

/** The forms of resources. */
export const resourceDialog = lazyDialog(async () => (await import('./ResourceDialog.tsx')).ResourceDialog);

/** The buttons of a row. */
export function ResourceActions({ resource }: { resource: AdminResource }) {
  const [isEditing, setIsEditing] = useState(false);
  const publishing = usePublishResource(resource);
  const deleting = useDeleteResource(resource, focusHeading);
  const publish = useSingleRun(publishing.mutateAsync);
  const remove = useSingleRun(deleting.mutateAsync);
  const ofThis = <VisuallyHidden> {resource.title}</VisuallyHidden>;

  function askToDelete() {
    // The browser's own question (ADM-RES-04).
    if (window.confirm('Are you sure you want to delete this resource?')) void remove();
  }

  return (
    <div className={rowClasses.actions}>
      <AccessResourceTool {...resource} />
      <Button
        variant="outline"
        size="small"
        className="min-w-24 px-2.5!"
        isBusy={publishing.isPending}
        onClick={() => void publish()}
      >
        {resource.isPublished ? 'Unpublish' : 'Publish'}
        {ofThis}
      </Button>
      <Button
        {...resourceDialog.near}
        variant="ghost"
        size="small"
        className="px-2.5!"
        onClick={() => setIsEditing(true)}
      >
        <Pencil size={16} className="max-lg:hidden" />
        Edit{ofThis}
      </Button>
      <Button
        variant="destructive-ghost"
        size="small"
        className="px-2.5!"
        isBusy={deleting.isPending}
        onClick={askToDelete}
      >
        {deleting.isPending ? null : <Trash2 size={16} className="max-lg:hidden" />}
        Delete{ofThis}
      </Button>
      <MoreActions resource={resource} />
      {isEditing ? (
        <Suspense fallback={null}>
          <resourceDialog.Dialog resource={resource} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** What is needed less often. */
function MoreActions({ resource }: { resource: AdminResource }) {
  const go = useGo();
  // The newest resource stands first.
  const duplicating = useDuplicateResource(resource, () => void go(paths.admin()));
  const duplicate = useSingleRun(duplicating.mutateAsync);
  const items: MenuItem[] = [
    {
      kind: 'link',
      label: 'Preview',
      icon: <Eye size={16} />,
      href: paths.resource(resource.id, { preview: 'true' }),
    },
    { kind: 'action', label: 'Duplicate', icon: <Copy size={16} />, onSelect: () => void duplicate() },
  ];
  return (
    <LazyMenu
      trigger={<IconButton size="small" label={`More actions for ${resource.title}`} icon={<Ellipsis size={18} />} />}
      items={items}
      renderLink={renderLink}
    />
  );
}
