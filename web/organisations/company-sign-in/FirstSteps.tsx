import { useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { GuideButton } from '#web/identity/connections/GuideButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { domainsQuery } from '../organisations/domain-api.ts';
import { domainsText } from './sign-in-display.ts';

/** Introduction for an organisation without a connection: the benefits of company sign-in and its conditions. */
export function FirstSteps({ organisation, onConnect }: { organisation: Organisation; onConnect: () => void }) {
  const { data: domains } = useQuery(domainsQuery(organisation.id));
  const proven = (domains ?? []).filter(({ dnsProvenAt }) => dnsProvenAt !== null);
  const reason =
    domains && proven.length === 0 ? 'Verify a domain by its DNS record first, under Your domains.' : undefined;
  const steps = [
    {
      title: 'Verify your domain',
      text:
        proven.length > 0
          ? `${domainsText(proven)} ${proven.length === 1 ? 'is' : 'are'} verified. You can add more.`
          : 'By a DNS record, below. A code by email is not enough here.',
    },
    {
      title: 'Enter your identity provider',
      text: 'Entra, Okta, Google Workspace or any other with OpenID Connect.',
    },
    { title: 'Sign in once yourself', text: 'You see what arrives before anybody is affected.' },
    { title: 'Offer it, then require it', text: 'Until you require it, passwords go on working.' },
  ];
  return (
    <Card>
      <h2>Sign in with your company’s accounts</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        Your people use the account they already have. When a person leaves the company, access through the company ends
        with it.
      </p>
      <ol className="lines-between mt-3 text-sm">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex items-start gap-4 py-3.5">
            <span
              aria-hidden="true"
              className="grid size-8 flex-none place-items-center rounded-full bg-accent font-semibold text-accent-foreground"
            >
              {index + 1}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <b className="block font-semibold">{title}</b>
              {text}
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button className="max-sm:w-full" unavailableReason={reason} onClick={onConnect}>
          <Plug size={16} />
          Connect identity provider
        </Button>
        <GuideButton />
      </div>
      {reason ? <p className="mt-3 text-sm text-muted-foreground">{reason}</p> : null}
    </Card>
  );
}
