import { FormProvider } from 'react-hook-form';
import type { PromoCode } from '#contract/promotions-admin.ts';
import { useShapeForm } from '../../../platform/form.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SaveBar } from '../../catalogue/admin/SaveBar.tsx';
import { useLeaveGuard } from '../../catalogue/admin/use-leave-guard.ts';
import { useSavePromoCode } from './api.ts';
import { DiscountFields } from './DiscountFields.tsx';
import { LimitFields } from './LimitFields.tsx';
import { ProductFields } from './ProductFields.tsx';
import { CodeFields, DayFields } from './PromoFields.tsx';
import { blankValues, PromoShape, valuesOf } from './values.ts';

type PromoCodeDialogProps = {
  /** The code to edit; without it a new one is made. */
  code?: PromoCode;
  onClose: () => void;
};

/** Creates or edits a promo code. Asks before anything typed is lost. */
export function PromoCodeDialog({ code, onClose }: PromoCodeDialogProps) {
  const saving = useSavePromoCode(code, onClose);
  const form = useShapeForm({
    shape: PromoShape,
    defaultValues: code ? valuesOf(code) : blankValues,
    send: saving.mutateAsync,
  });
  const guard = useLeaveGuard({ isUnsaved: form.formState.isDirty, onLeave: onClose });
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={form.isBusy}
      onOpenChange={(isOpen) => isOpen || guard.askToLeave()}
      title={code ? 'Edit Promo Code' : 'Create Promo Code'}
      description={code ? code.code : 'Members redeem it on their dashboard or on the billing page.'}
    >
      <FormProvider {...form}>
        {/* Positioned, so that hidden texts within cannot lengthen what scrolls around the dialog. */}
        <form
          noValidate
          onSubmit={form.onSubmit}
          className="relative flex flex-col gap-5 [&_:is(input,select,textarea,button)]:scroll-mb-28"
        >
          <CodeFields />
          <DayFields />
          <DiscountFields />
          <ProductFields />
          <LimitFields />
          <SaveBar
            label={code ? 'Save' : 'Create'}
            isBusy={form.isBusy}
            isUploading={false}
            onCancel={guard.askToLeave}
          />
        </form>
      </FormProvider>
      <ConfirmDialog
        isOpen={guard.isAsking}
        onOpenChange={(isOpen) => isOpen || guard.stay()}
        title="Leave without saving?"
        description="What you have entered here will be lost."
        confirmLabel="Discard Changes"
        dismissLabel="Keep Editing"
        onConfirm={guard.leave}
      />
    </Dialog>
  );
}
