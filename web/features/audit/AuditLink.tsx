import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button-classes.ts';

/** A link to the audit log; with a person, to the entries by or about that person. */
export function AuditLink({ person }: { person?: string }) {
  return (
    <Link to="/admin-dashboard/audit" search={{ person }} className={buttonClasses({ variant: 'outline' })}>
      Audit Log
    </Link>
  );
}
