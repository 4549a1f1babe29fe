import { Plus } from 'lucide-react';
import { OpenButton } from '../../../admin/lazy-dialog.tsx';
import { AuditLink } from '../../audit/AuditLink.tsx';
import { userDialog } from './UserActions.tsx';

/** The link to the audit log, and the button that opens the form of a new account. */
export function AddUser() {
  return (
    <>
      <AuditLink />
      <OpenButton dialog={userDialog}>
        <Plus size={18} />
        Add User
      </OpenButton>
    </>
  );
}
