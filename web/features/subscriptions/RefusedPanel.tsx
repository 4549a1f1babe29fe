import { CircleCheck, TriangleAlert } from 'lucide-react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { StatePanel } from '../purchases/StatePanel.tsx';
import type { SubscriptionSetup } from './use-subscription-setup.ts';

type RefusedPanelProps = {
  id: number;
  /** Undefined until it has loaded. */
  title: string | undefined;
  setup: Extract<SubscriptionSetup, { kind: 'refused' }>;
};

/** There is a subscription already: why there is nothing to pay here, and where to look after it (SUBSCR-14). */
export function RefusedPanel({ id, title, setup }: RefusedPanelProps) {
  const { isRunning, reason } = setup;
  const Icon = isRunning ? CircleCheck : TriangleAlert;
  return (
    <StatePanel
      headingLevel={1}
      title={isRunning ? 'You are subscribed' : 'You cannot subscribe now'}
      icon={<Icon size={32} className={isRunning ? 'text-free' : 'text-warning-text'} />}
      actions={
        <>
          {isRunning ? (
            // What was loaded before may still say that a subscription is required.
            <AppLink href={paths.resource(id, { refresh: 'true' })} className={buttonClasses({})}>
              View Resource
            </AppLink>
          ) : null}
          <AppLink href={paths.billing()} className={buttonClasses({ variant: isRunning ? 'outline' : 'primary' })}>
            Go to Billing
          </AppLink>
        </>
      }
    >
      {title ? <p>{title}</p> : null}
      <p>
        {reason} {isRunning ? 'It opens every subscription-level resource.' : null}
      </p>
    </StatePanel>
  );
}
