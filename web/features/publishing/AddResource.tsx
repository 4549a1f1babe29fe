import { Plus } from 'lucide-react';
import { OpenButton } from '../../admin/lazy-dialog.tsx';
import { paths } from '../../paths.ts';
import { AppLink, useGo } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { resourceDialog } from './ResourceActions.tsx';

/** The links to catalogue files and to members' needs, and the button that adds a resource (ADM-RES-06). */
export function AddResource() {
  const go = useGo();
  return (
    <>
      <AppLink href={paths.adminImport()} className={buttonClasses({ variant: 'outline' })}>
        Import and export
      </AppLink>
      <AppLink href={paths.adminNeeds()} className={buttonClasses({ variant: 'outline' })}>
        What members need
      </AppLink>
      {/* The newest resource is the first of the list. */}
      <OpenButton
        dialog={resourceDialog}
        onClosed={(isSaved) => {
          if (isSaved) void go(paths.admin(), { keepScroll: true });
        }}
      >
        <Plus size={18} />
        Add Resource
      </OpenButton>
    </>
  );
}
