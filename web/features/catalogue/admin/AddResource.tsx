import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../../paths.ts';
import { useGo } from '../../../platform/link.tsx';
import { Button } from '../../../ui/Button.tsx';

const loadDialog = () => import('./ResourceDialog.tsx');
export const LazyResourceDialog = lazy(async () => ({ default: (await loadDialog()).ResourceDialog }));

/** The handlers that fetch the dialog's code when pointer or keyboard reach its button. */
export const dialogNear = { onFocus: () => void loadDialog(), onPointerEnter: () => void loadDialog() };

/** The button that opens the choice of a type, and behind it the form (ADM-RES-06). */
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
