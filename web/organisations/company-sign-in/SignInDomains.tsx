import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { CompanyConnection } from '#contract/organisations/company-sign-in.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import type { OrganisationDomain } from '#contract/organisations/organisations-domains.ts';
import { dateAndTime } from '#web/dates.ts';
import { CopyField } from '#web/identity/connections/CopyField.tsx';
import { sentenceOf } from '#web/platform/errors.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { ToolbarSelect } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { domainsQuery, useCheckDomain } from '../organisations/domain-api.ts';
import { useLeadDomain } from './api.ts';
import { domainsWith, proofText } from './sign-in-display.ts';

const domainDialog = lazyDialog(async () => (await import('../organisations/DomainDialog.tsx')).DomainDialog);

type SignInDomainsProps = { organisation: Organisation; connections: readonly CompanyConnection[] };

/** The domains of the organisation: their proof, and the connection that each leads to (SSO-01). */
export function SignInDomains({ organisation: { id }, connections }: SignInDomainsProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Card>
      <h2>Your domains</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        A connection works for email addresses in domains that you have verified by a DNS record. Each leads to one
        connection.
      </p>
      <Loaded
        query={useQuery(domainsQuery(id))}
        skeleton={<Skeleton className="mt-4 h-16 w-full" />}
        failure="The domains did not load"
      >
        {(domains) => (
          <ul className="lines-between mt-2">
            {domains.map((domain) => (
              <DomainRow key={domain.id} id={id} domain={domain} connections={connections} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button variant="outline" size="small" className="mt-3" {...domainDialog.near} onClick={() => setAdding(true)}>
        Add domain
      </Button>
      {isAdding ? <domainDialog.Dialog organisationId={id} given={null} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

type DomainRowProps = { id: number; domain: OrganisationDomain; connections: readonly CompanyConnection[] };

function DomainRow({ id, domain, connections }: DomainRowProps) {
  const checking = useCheckDomain(id, domain.id);
  const isProven = domain.dnsProvenAt !== null;
  const needsRecord = !isProven || domain.dnsFailingSince !== null;
  return (
    <li className="flex flex-col gap-3 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-sm">
          <b className="block font-semibold wrap-anywhere">{domain.domain}</b>
          <span className="text-muted-foreground">{proofText(domain, dateAndTime)}</span>
        </p>
        {needsRecord ? (
          <Button variant="outline" size="small" isBusy={checking.isPending} onClick={() => checking.mutate({})}>
            Check again
            <VisuallyHidden> {domain.domain}</VisuallyHidden>
          </Button>
        ) : (
          <Badge tone="success" icon={<CircleCheck size={14} />}>
            Verified
          </Badge>
        )}
      </div>
      {needsRecord ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <CopyField label={`Record name for ${domain.domain}`} value={domain.record.name} />
          <CopyField label={`Record value for ${domain.domain}`} value={domain.record.value} hint="Type TXT." />
        </div>
      ) : null}
      {checking.error ? (
        <p role="alert" className="text-sm text-destructive">
          {sentenceOf(checking.error)}
        </p>
      ) : null}
      {isProven && connections.length > 0 ? <LeadsTo {...{ id, domain, connections }} /> : null}
    </li>
  );
}

/** Select for the connection to which the domain leads; a choice takes effect at once. */
function LeadsTo({ id, domain, connections }: DomainRowProps) {
  const leading = useLeadDomain(id);
  const now = connections.find(({ domains }) => domains.some((one) => one.id === domain.id)) ?? null;
  const shown = leading.isPending && leading.variables ? leading.variables.connectionId : (now?.id ?? '');
  function lead(connectionId: string) {
    if (leading.isPending) return;
    const target = connections.find((one) => one.id === connectionId);
    // Without a target, the domain is removed from the connection that has it.
    const changed = target ?? now;
    if (!changed) return;
    leading.mutate({ connectionId: changed.id, domainIds: domainsWith(changed, domain.id, target !== undefined) });
  }
  return (
    <ToolbarSelect
      label={`Sign-in of ${domain.domain}`}
      prefix="Leads to"
      className="max-w-96"
      value={shown}
      aria-busy={leading.isPending}
      onChange={({ target }) => lead(target.value)}
    >
      <option value="">No connection: password or Google</option>
      {connections.map(({ id: connectionId, name }) => (
        <option key={connectionId} value={connectionId}>
          {name}
        </option>
      ))}
    </ToolbarSelect>
  );
}
