import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PromoCode } from '#contract/commerce/promotions-admin.ts';
import { EditConflict } from '#web/admin/EditConflict.tsx';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { onlineProducts } from '#web/catalogue/publishing/api.ts';
import { useEditForm } from '#web/platform/conflict.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { fetchPromoCode, useSavePromoCode } from './api.ts';
import {
  ApplicableFields,
  CodeFields,
  DayFields,
  DiscountFields,
  Effect,
  LimitFields,
  OlderFields,
  ProductFields,
} from './PromoFields.tsx';
import { blankValues, fieldLabels, promoSchema, valuesOf, wordsFor } from './values.ts';

type PromoCodeDialogProps = {
  /** Promo code to edit; absent for a new one. */
  code?: PromoCode;
  onClose: () => void;
};

export function PromoCodeDialog({ code, onClose }: PromoCodeDialogProps) {
  return code ? <EditDialog code={code} onClose={onClose} /> : <CreateDialog onClose={onClose} />;
}

const newCodeShape = promoSchema();

function CreateDialog({ onClose }: { onClose: () => void }) {
  const saving = useSavePromoCode(undefined, onClose);
  const form = useSchemaForm({
    shape: newCodeShape,
    defaultValues: blankValues,
    send: (values) => saving.mutateAsync(values),
  });
  return (
    <FormDialog
      form={form}
      title="Create Promo Code"
      description="Members redeem it on their dashboard or the billing page, and discounts also where they pay."
      saveLabel="Create"
      onClose={onClose}
      note={<Effect />}
    >
      <Fields />
    </FormDialog>
  );
}

const editedOf = (one: PromoCode) => ({ values: valuesOf(one), updatedAt: one.updatedAt });

function EditDialog({ code, onClose }: { code: PromoCode; onClose: () => void }) {
  const saving = useSavePromoCode(code, onClose);
  const [shape] = useState(() => promoSchema(code.code));
  const { form, conflict } = useEditForm({
    shape,
    opened: editedOf(code),
    save: (values, updatedAt) => saving.mutateAsync({ ...values, updatedAt }),
    fetchSaved: async () => editedOf(await fetchPromoCode(code.id)),
    code: 'promotions.conflict',
  });
  const { data: products = [] } = useQuery({ ...onlineProducts, enabled: conflict.fields !== null });
  return (
    <FormDialog
      form={form}
      title="Edit Promo Code"
      description={code.code}
      saveLabel="Save"
      onClose={onClose}
      note={<Effect />}
      over={<EditConflict noun="promo code" conflict={conflict} labels={fieldLabels} wordsFor={wordsFor(products)} />}
    >
      <Fields />
    </FormDialog>
  );
}

function Fields() {
  return (
    <>
      <CodeFields />
      <DayFields />
      <DiscountFields />
      <ProductFields />
      <ApplicableFields />
      <LimitFields />
      <OlderFields />
    </>
  );
}
