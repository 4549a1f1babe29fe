import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';

/** A link to the audit log; with a person, to the entries by or about that person. */
export function AuditLink({ person }: { person?: string }) {
  return (
    <AppLink href={paths.adminAudit({ person })} className={buttonClasses({ variant: 'outline' })}>
      Audit Log
    </AppLink>
  );
}
