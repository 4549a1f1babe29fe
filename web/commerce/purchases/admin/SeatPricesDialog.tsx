import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import {
  mostSeats,
  mostSteps,
  type SeatPrices,
  SeatPricesForm as SeatPricesShape,
} from '#contract/commerce/purchases-seats.ts';
import { formatMoney, priceStep } from '#contract/money.ts';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { ApiError } from '#web/platform/errors.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { setSeatPricesQuery, useSetSeatPrices } from './api.ts';

type SeatPricesDialogProps = { id: number; title: string; onClose: () => void };

/** Dialog for the volume prices of a resource's seats (SEAT-01). */
export function SeatPricesDialog({ id, title, onClose }: SeatPricesDialogProps) {
  const query = useQuery(setSeatPricesQuery(id));
  const setting = useSetSeatPrices(id, onClose);
  if (query.data) {
    const sentence = (price: string) =>
      `A seat costs ${price}, the price of the resource. Each step makes a seat cheaper from a number of seats on. Orders that were paid keep their price.`;
    return <SeatPricesForm {...query.data} sentence={sentence} send={setting.mutateAsync} onClose={onClose} />;
  }
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title="Seat prices" description={title}>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-32 w-full" />}
        failure="The seat prices did not load"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {() => null}
      </Loaded>
    </Dialog>
  );
}

type SeatPricesFormProps = Pick<SeatPrices, 'title' | 'price' | 'currency' | 'steps'> & {
  /** Returns the explanation above the steps. */
  sentence: (price: string) => string;
  send: (form: SeatPricesShape) => Promise<unknown>;
  onClose: () => void;
};

/** Form for the steps of volume prices, of a resource or of a plan. */
export function SeatPricesForm({ title, price, currency, steps, sentence, send, onClose }: SeatPricesFormProps) {
  const form = useSchemaForm({
    shape: SeatPricesShape,
    defaultValues: { steps },
    send,
    failureAt: (error) => (error instanceof ApiError && error.status === 400 ? 'root' : null),
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'steps' });
  const { errors } = form.formState;
  return (
    <FormDialog form={form} title="Seat prices" description={title} saveLabel="Save prices" onClose={onClose}>
      <p className="text-sm text-muted-foreground">{sentence(formatMoney(price, currency))}</p>
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-start gap-3">
          <Field
            label={`Step ${index + 1}: from seats`}
            className="flex-1"
            {...(errors.steps?.[index]?.fromSeats?.message && { error: errors.steps[index].fromSeats.message })}
          >
            <TextInput
              type="number"
              min={3}
              max={mostSeats}
              inputMode="numeric"
              {...form.register(`steps.${index}.fromSeats`, { valueAsNumber: true })}
            />
          </Field>
          <Field
            label={`Step ${index + 1}: price (${currency})`}
            className="flex-1"
            {...(errors.steps?.[index]?.price?.message && { error: errors.steps[index].price.message })}
          >
            <TextInput
              type="number"
              min={0}
              step={priceStep(currency)}
              inputMode="decimal"
              {...form.register(`steps.${index}.price`, { valueAsNumber: true })}
            />
          </Field>
          <IconButton
            className="mt-6.5"
            label={`Remove step ${index + 1}`}
            icon={<Trash2 size={18} />}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {fields.length < mostSteps ? (
        <Button
          variant="outline"
          size="small"
          className="self-start"
          // The schema rejects numbers that are not typed yet, with their sentence.
          onClick={() => append({ fromSeats: Number.NaN, price: Number.NaN })}
        >
          <Plus size={16} />
          Add step
        </Button>
      ) : null}
      {errors.root?.message ? <Banner tone="danger">{errors.root.message}</Banner> : null}
    </FormDialog>
  );
}
