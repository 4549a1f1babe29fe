import { FileText } from 'lucide-react';
import { SettingsSections } from '#web/admin/SectionLinks.tsx';
import { WebhooksCard } from '#web/operations/webhooks/WebhooksCard.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { AdminPage } from '../accounts/AdminOnly.tsx';
import { AssistantsCard } from '../assistants/AssistantsCard.tsx';
import { portalKeys } from './api.ts';
import { KeysCard } from './KeysCard.tsx';

/** The portal's keys, webhooks and assistants (HOOK-05). */
export function Developers() {
  return (
    <AdminPage
      title="Developers"
      subtitle="Keys, webhooks and assistants that use this portal."
      isOfSettings
      actions={
        <a href="/api/docs" target="_blank" rel="noreferrer" className={buttonClasses({ variant: 'outline' })}>
          <FileText size={18} />
          API description
        </a>
      }
      sections={<SettingsSections active="developers" />}
    >
      <div className="flex flex-col gap-5 lg:gap-6">
        <KeysCard place={portalKeys} />
        <WebhooksCard owner={null} />
        <AssistantsCard />
      </div>
    </AdminPage>
  );
}
