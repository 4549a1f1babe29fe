import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { OpenButton } from '../../admin/OpenButton.tsx';
import { lazyDialog } from '../../platform/lazy-dialog.ts';

/** The forms of resources. */
export const resourceDialog = lazyDialog(async () => (await import('./ResourceDialog.tsx')).ResourceDialog);

/** The button that adds a resource (ADM-RES-06). */
export function AddResource() {
  const navigate = useNavigate();
  return (
    <OpenButton
      dialog={resourceDialog}
      onClosed={(isSaved) => {
        // The newest resource is the first of the list.
        if (isSaved) void navigate({ to: '/admin-dashboard', resetScroll: false });
      }}
    >
      <Plus size={18} />
      Add Resource
    </OpenButton>
  );
}
