import * as z from 'zod/mini';
import { GiftForm as GiftShape } from '#contract/commerce/purchases.ts';
import { portalZone } from '#contract/dates.ts';
import { monthsAfter } from '#contract/months.ts';
import { isoDay } from '#web/dates.ts';
import { today } from '#web/platform/clock.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type GiftFormProps = {
  /** Earlier values; null at first. */
  given: GiftShape | null;
  onChosen: (gift: GiftShape) => Promise<void>;
};

/** Form for the recipient of a gift, and the text and the day of its mail, before the payment (GIFT-06). */
export function GiftForm({ given, onChosen }: GiftFormProps) {
  const day = isoDay(today());
  const last = isoDay(monthsAfter(new Date(day), 12), portalZone);
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: GiftShape.check(
      z.refine(({ deliverOn }) => deliverOn >= day && deliverOn <= last, {
        error: 'Choose a day from today on, at most a year ahead.',
        path: ['deliverOn'],
      }),
    ),
    defaultValues: given ?? { email: '', message: '', deliverOn: day },
    send: onChosen,
  });
  const { errors, isDirty } = formState;
  useUnsaved(isDirty && !isBusy);
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <Field label="Recipient's email" isRequired error={errors.email?.message}>
          <TextInput type="email" {...register('email')} />
        </Field>
        <Field label="Message" isOptional error={errors.message?.message} hint="Shown in the email to the recipient.">
          <Textarea rows={4} maxLength={1000} {...register('message')} />
        </Field>
        <Field
          label="Send on"
          isRequired
          error={errors.deliverOn?.message}
          hint="Today sends the email at once, a later day at 08:00 UTC."
        >
          <TextInput type="date" min={day} max={last} className="sm:max-w-64" {...register('deliverOn')} />
        </Field>
        <Button type="submit">Continue to payment</Button>
      </form>
    </Card>
  );
}
