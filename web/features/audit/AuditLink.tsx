import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';

/** The way to the audit log; with a person, to what that person did or what concerned the person. */
export function AuditLink({ person }: { person?: string }) {
  return (
    <AppLink href={paths.adminAudit({ person })} className={buttonClasses({ variant: 'outline' })}>
      Audit Log
    </AppLink>
  );
}
