import { useState } from 'react';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { canPause, pauseChoices, pauseText } from './pause-display.ts';
import { useEndPause, usePause } from './subscription-api.ts';

/** Button for a pause; renders nothing while the subscription cannot be paused (SUBSCR-22). */
export function PauseButton({ subscription }: { subscription: Subscription }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!canPause(subscription)) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        Pause
      </Button>
      {isOpen ? <PauseDialog subscription={subscription} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** Banner about a planned or running pause, with the action that ends it. */
export function PauseNotice({ subscription }: { subscription: Subscription }) {
  const ending = useEndPause(subscription.id);
  const notice = pauseText(subscription);
  if (notice === null) return null;
  return (
    <Banner>
      {notice.text}{' '}
      {notice.action ? (
        <TextButton className="text-current! underline" disabled={ending.isPending} onClick={() => ending.mutate()}>
          {notice.action}
        </TextButton>
      ) : null}
    </Banner>
  );
}

type PauseDialogProps = { subscription: Subscription; onClose: () => void };

/** Dialog that asks for the number of months and shows the dates. */
export function PauseDialog({ subscription, onClose }: PauseDialogProps) {
  const [months, setMonths] = useState(1);
  const pausing = usePause(subscription.id, onClose);
  return (
    <ConfirmDialog
      isOpen
      isBusy={pausing.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Pause your subscription?"
      description="You keep access until the end of the period that is paid. During the pause nothing is charged, and the subscription gives no access. You can end the pause earlier."
      confirmLabel={months === 1 ? 'Pause for 1 Month' : `Pause for ${months} Months`}
      dismissLabel="Close"
      tone="primary"
      onConfirm={() => pausing.mutate(months)}
    >
      <RadioGroup legend="For how long">
        {pauseChoices(subscription).map(({ value, label, description }) => (
          <Radio
            key={value}
            name="months"
            className="py-1.5"
            value={value}
            label={label}
            description={description}
            checked={value === months}
            onChange={() => setMonths(value)}
          />
        ))}
      </RadioGroup>
    </ConfirmDialog>
  );
}
