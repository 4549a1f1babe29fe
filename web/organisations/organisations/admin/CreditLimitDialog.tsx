import { CreditLimitForm, type OrganisationCredit } from '#contract/commerce/purchases-seats.ts';
import { priceStep } from '#contract/money.ts';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { useSchemaForm } from '#web/platform/form.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useSetCreditLimit } from './api.ts';

type CreditLimitDialogProps = { id: number; credit: OrganisationCredit; onClose: () => void };

/** Sets the credit limit of an organisation (SEAT-02). */
export function CreditLimitDialog({ id, credit: { currency, limit }, onClose }: CreditLimitDialogProps) {
  const setting = useSetCreditLimit(id, onClose);
  const form = useSchemaForm({
    shape: CreditLimitForm,
    defaultValues: { amount: limit },
    send: setting.mutateAsync,
    failureAt: () => 'amount',
  });
  return (
    <FormDialog
      form={form}
      title="Credit limit"
      description="How much unpaid invoices may add up to while their seats work. Seats that work already stay as they are."
      saveLabel="Save"
      onClose={onClose}
    >
      <Field
        label={`Credit limit (${currency})`}
        hint="0: seats work once they are paid."
        error={form.formState.errors.amount?.message}
      >
        <TextInput
          type="number"
          min={0}
          step={priceStep(currency)}
          inputMode="decimal"
          {...form.register('amount', { valueAsNumber: true })}
        />
      </Field>
    </FormDialog>
  );
}
