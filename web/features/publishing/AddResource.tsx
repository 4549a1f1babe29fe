import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { AppLink, useGo } from '../../platform/link.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { dialogNear, LazyResourceDialog } from './lazy-resource-dialog.ts';

/** The ways to files of the catalogue and to what members need, and the button that opens the choice of a type, and behind it the form (ADM-RES-06). */
export function AddResource() {
  const [isOpen, setIsOpen] = useState(false);
  const go = useGo();

  function close(isSaved: boolean) {
    setIsOpen(false);
    // The newest resource stands first.
    if (isSaved) void go(paths.admin(), { keepScroll: true });
  }

  return (
    <>
      <AppLink href={paths.adminImport()} className={buttonClasses({ variant: 'outline' })}>
        Import and export
      </AppLink>
      <AppLink href={paths.adminNeeds()} className={buttonClasses({ variant: 'outline' })}>
        What members need
      </AppLink>
      <Button {...dialogNear} onClick={() => setIsOpen(true)}>
        <Plus size={18} />
        Add Resource
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LazyResourceDialog onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
