import { Plus } from 'lucide-react';
import { OpenButton } from '#web/admin/OpenButton.tsx';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';

const typeDialog = lazyDialog(async () => (await import('./TypeDialog.tsx')).TypeDialog);

/** Button that adds a resource (ADM-RES-06). */
export function AddResource() {
  return (
    <OpenButton dialog={typeDialog}>
      <Plus size={18} />
      Add Resource
    </OpenButton>
  );
}
