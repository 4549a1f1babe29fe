import { useMemo } from 'react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { organisationKeys } from '#web/identity/api-keys/api.ts';
import { KeysCard } from '#web/identity/api-keys/KeysCard.tsx';
import { WebhooksCard } from '#web/operations/webhooks/WebhooksCard.tsx';

/** Keys and webhooks of an organisation, for its owners (HOOK-05). */
export function KeysPanel({ organisation: { id } }: { organisation: Organisation }) {
  return (
    <div className="flex flex-col gap-5 lg:gap-6">
      <KeysCard place={useMemo(() => organisationKeys(id), [id])} />
      <WebhooksCard owner={id} />
    </div>
  );
}
