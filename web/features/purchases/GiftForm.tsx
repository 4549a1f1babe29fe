import { type FormEvent, useState } from 'react';
import { GiftForm as GiftShape } from '#contract/purchases.ts';
import { today } from '../../platform/clock.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type GiftFormProps = { onChosen: (gift: GiftShape) => void };

/** Asks who receives a gift, what the mail says and when it is sent, before the payment (GIFT-06). */
export function GiftForm({ onChosen }: GiftFormProps) {
  const day = today().toISOString().slice(0, 10);
  const [values, setValues] = useState({ email: '', message: '', deliverOn: day });
  const [errors, setErrors] = useState<Partial<Record<keyof typeof values, string>>>({});
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = GiftShape.safeParse(values);
    if (read.success) return onChosen(read.data);
    setErrors(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])));
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Receiver's Email" isRequired error={errors.email}>
          <TextInput type="email" value={values.email} onChange={({ target }) => set({ email: target.value })} />
        </Field>
        <Field label="Message" isOptional error={errors.message} hint="Shown in the email to the receiver.">
          <Textarea
            rows={4}
            maxLength={1000}
            value={values.message}
            onChange={({ target }) => set({ message: target.value })}
          />
        </Field>
        <Field
          label="Send on"
          isRequired
          error={errors.deliverOn}
          hint="Today sends the email at once, a later day at 08:00 UTC."
        >
          <TextInput
            type="date"
            min={day}
            className="sm:max-w-64"
            value={values.deliverOn}
            onChange={({ target }) => set({ deliverOn: target.value })}
          />
        </Field>
        <Button type="submit">Continue to Payment</Button>
      </form>
    </Card>
  );
}
