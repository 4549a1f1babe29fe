import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { formNear, LazyUserDialog } from './lazy-dialogs.ts';

/** The button that opens the form of a new account. */
export function AddUser() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...formNear} onClick={() => setIsOpen(true)}>
        <Plus size={18} />
        Add User
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LazyUserDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
