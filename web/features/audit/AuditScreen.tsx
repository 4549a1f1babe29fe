import { AccessDenied } from '../../admin/AccessDenied.tsx';
import { paths } from '../../paths.ts';
import { usePage } from '../../platform/page.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useMember } from '../accounts/api.ts';
import { AuditPanel } from './AuditPanel.tsx';

const trail = [{ label: 'Admin Dashboard', href: paths.admin() }];

/** Who did what to whom; a screen beside the six tabs of ADM-03. */
export function AuditScreen() {
  const { role } = useMember();
  return role === 'administrator' ? <AuditLog /> : <AccessDenied />;
}

function AuditLog() {
  usePage('Audit Log', trail);
  return (
    <>
      <PageHeading
        title="Audit Log"
        subtitle="Who did what to whom, when and from where. Entries cannot be changed or deleted."
      />
      <AuditPanel />
    </>
  );
}
