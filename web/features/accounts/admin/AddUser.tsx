import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { AuditLink } from '../../audit/AuditLink.tsx';
import { formNear, LazyUserDialog } from './lazy-dialogs.ts';

/** What stands above the accounts: the way to the audit log, and the button that opens the form of a new account. */
export function AddUser() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <AuditLink />
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
